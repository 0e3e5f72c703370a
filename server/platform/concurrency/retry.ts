import { setTimeout as delay } from 'node:timers/promises'

/**
 * Retries work until it succeeds. The pauses between attempts double from `firstPauseMs` to `longestPauseMs`; without `longestPauseMs` all
 * pauses are equal. When the signal aborts, rejects with the last failure.
 * @param ref whether a pause keeps the process running
 * @param onFailure called with each failure; throws to end the retries
 */
export async function retry<Result>(
  work: () => Promise<Result>,
  options: { firstPauseMs: number; longestPauseMs?: number; signal: AbortSignal; ref?: boolean; onFailure?: (error: unknown) => void },
): Promise<Result> {
  const { firstPauseMs, longestPauseMs = firstPauseMs, signal, ref = true, onFailure = () => undefined } = options
  let failure: unknown
  let pauseMs = firstPauseMs
  do {
    try {
      return await work()
    } catch (error) {
      onFailure(error)
      failure = error
    }
    await delay(pauseMs, undefined, { signal, ref }).catch(() => undefined)
    pauseMs = Math.min(2 * pauseMs, longestPauseMs)
  } while (!signal.aborted)
  throw failure
}
