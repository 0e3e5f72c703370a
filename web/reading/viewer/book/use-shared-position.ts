import { useCallback, useEffect, useRef } from 'react'
import { listen } from '#web/lib/browser-events.ts'

/** Delay before a position is stored, so that leafing through a book stores a single position. */
const SETTLE_MS = 3000

const loadSharing = () => import('./shared-position.ts')

/**
 * Shares the reading position of a purchased book with the other browsers of the purchase: `onFound` receives a page that another browser
 * stored since, and the returned function stores this browser's page. The position is also stored in this browser, so failures are not
 * reported.
 * @param bought the book's id; undefined for a book that was not purchased
 */
export function useSharedPosition({
  book,
  bought,
  onFound,
}: {
  book: string
  bought: string | undefined
  onFound: (page: number) => void
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const taking = useRef<Promise<void>>(undefined)

  /** Fetches the shared position once. It is always read before this browser's own is stored, however slow the connection. */
  const take = useCallback(
    (id: string) => {
      taking.current ??= loadSharing()
        .then(({ takeSharedPosition }) => takeSharedPosition(book, id))
        .then((page) => {
          if (page) onFound(page)
        })
        .catch((error: unknown) => {
          taking.current = undefined
          throw error
        })
      return taking.current
    },
    [book, onFound],
  )

  useEffect(() => {
    if (bought) take(bought).catch(() => {})
  }, [bought, take])

  const store = useCallback(() => {
    if (timer.current === undefined || !bought) return
    clearTimeout(timer.current)
    timer.current = undefined
    Promise.all([loadSharing(), take(bought)])
      .then(([{ sharePosition }]) => sharePosition(book, bought))
      .catch(() => {})
  }, [book, bought, take])

  useEffect(() => {
    const stop = listen(window, 'pagehide', store)
    return () => {
      stop()
      store()
    }
  }, [store])

  return useCallback(() => {
    if (!bought) return
    clearTimeout(timer.current)
    timer.current = setTimeout(store, SETTLE_MS)
  }, [bought, store])
}
