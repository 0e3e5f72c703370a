import { useEffect, useRef, useState } from 'react'
import { findPosition, storePosition } from './stored-positions.ts'
import { useSharedPosition } from './use-shared-position.ts'

/** Number of page turns after which the visitor is considered to have started over. */
const REREADING_TURNS = 5

/**
 * Whether the current page becomes the page to continue on. Page 1 never does, since every book opens there. While a later page is offered,
 * it is replaced only when the visitor passes it or has started over.
 */
export function shouldStorePosition(page: number, { offered, turns }: { offered: number | undefined; turns: number }): boolean {
  if (page <= 1) return false
  return offered === undefined || page >= offered || turns >= REREADING_TURNS
}

/**
 * Stores the current page, and returns the page of the previous visit while it is worth offering. For a purchased book this is the latest
 * position in any browser of the purchase.
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
    storePosition({ ...findPosition(book), book, page })
    share()
  }, [page, book, offered, isOffered, turns, share])

  return { offer: isOffered ? offered : undefined, dismiss: () => setOffered(undefined) }
}
