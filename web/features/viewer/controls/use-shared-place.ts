import { useCallback, useEffect, useRef } from 'react'
import { listen } from '#web/lib/browser-events.ts'

/** Whoever leafs through a book stores one place. */
const SETTLE_MS = 3000

const loadSharing = () => import('./shared-place.ts')

/**
 * Shares the place in a bought book with the other browsers of the purchase: `onFound` gets the page at which one of them left it since,
 * and what is returned stores this browser's. The place stays in this browser anyway, so nothing is said of what fails.
 * @param bought the book's id; undefined for a book that nobody bought
 */
export function useSharedPlace({ book, bought, onFound }: { book: string; bought: string | undefined; onFound: (page: number) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const taking = useRef<Promise<void>>(undefined)

  /** Once: what is known of it goes before what is stored, on however slow a line. */
  const take = useCallback(
    (id: string) => {
      taking.current ??= loadSharing()
        .then(({ takeSharedPlace }) => takeSharedPlace(book, id))
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
      .then(([{ sharePlace }]) => sharePlace(book, bought))
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
