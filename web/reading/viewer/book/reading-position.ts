import { useCallback, useEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { findPosition, storePosition } from './stored-positions.ts'

/** Number of page turns after which the visitor is considered to have started over. */
const REREADING_TURNS = 5
/** Delay before a reading position is shared, in ms, so that only the last of several quickly turned pages is shared. */
const SETTLE_MS = 3000

const loadSharing = () => import('./shared-position.ts')

/**
 * Returns whether the current page becomes the stored reading position. Page 1 never does, since every book opens there. While the page of
 * the previous visit is offered, the position changes only if the visitor passes that page or has started over.
 */
export function shouldStorePosition(page: number, { offered, turns }: { offered: number | undefined; turns: number }): boolean {
  if (page <= 1) return false
  return offered === undefined || page >= offered || turns >= REREADING_TURNS
}

/**
 * Stores the current page as the reading position. Returns the page of the previous visit while it is worth offering; for a purchased book,
 * this is the latest position of all browsers that share the purchase.
 * @param bought the book's id; undefined for a book that was not purchased
 */
export function useReadingPosition({
  book,
  page,
  total,
  bought,
}: {
  book: string
  page: number
  total: number
  bought: string | undefined
}) {
  const [offered, setOffered] = useState(() => findPosition(book)?.page)
  const [turns, setTurns] = useState(0)
  const lastPage = useRef(page)
  const isOffered = offered !== undefined && offered !== page && offered <= total
  const share = useSharedPosition({ book, bought, onFound: setOffered })

  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    setTurns((count) => count + 1)
    if (!shouldStorePosition(page, { offered: isOffered ? offered : undefined, turns: turns + 1 })) return
    setOffered(undefined)
    storePosition({ book, page })
    share()
  }, [page, book, offered, isOffered, turns, share])

  return { offer: isOffered ? offered : undefined, dismiss: () => setOffered(undefined) }
}

/**
 * Shares the reading position in a purchased book with the other browsers of the purchase. `onFound` receives the page if another browser
 * has shared a newer position; the returned function shares this browser's position. Failures are not reported, since the position is also
 * stored locally.
 */
function useSharedPosition({ book, bought, onFound }: { book: string; bought: string | undefined; onFound: (page: number) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const taking = useRef<Promise<void>>(undefined)

  /** Fetches the shared position once. This browser's position is not shared before the fetch has completed, even on a slow connection. */
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
