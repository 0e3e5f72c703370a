import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** How long the page before stays for data that is about to be there */
const WAIT_MS = 50

/**
 * Lets a page that is gone to begin with the data that came along with it. The router would show the outline of each list first, and
 * React leaves an outline that it has shown for a third of a second: Back would lead to a place that is not there yet.
 */
export const settleData: MiddlewareFunction<Record<string, DataStrategyResult>> = async (_args, next) => {
  const results = await next()
  let waiting = true
  const settling = Object.values(results).flatMap(({ type, result }) => {
    if (type !== 'data' || typeof result !== 'object' || result === null) return []
    const data = result as Record<string, unknown>
    return Object.entries(data).map(([name, promise]) =>
      Promise.resolve(promise).then(
        (value) => {
          if (waiting) data[name] = value
        },
        // The page tells it where the data would stand.
        () => {},
      ),
    )
  })
  await Promise.race([Promise.all(settling), new Promise((resolve) => setTimeout(resolve, WAIT_MS))])
  waiting = false
  return results
}
