import { useEffect, useRef, useState } from 'react'
import { REMEMBERED_PLACES } from '#contracts/retention.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const KEY = 'readingPositions'

/** Where a reader was in one book. */
export type Position = { book: string; page: number }

/** After so many page turns the reader has evidently started over. */
const REREADING_TURNS = 5

/** The stored list, newest first. */
export function parsePositions(text: string | null): Position[] {
  return parseList<Position>(text, ({ book, page }) => typeof book === 'string' && Number.isInteger(page) && Number(page) > 1)
}

/** Puts the position first; the oldest ones are dropped. */
export function addPosition(list: Position[], position: Position): Position[] {
  return [position, ...list.filter(({ book }) => book !== position.book)].slice(0, REMEMBERED_PLACES)
}

/**
 * Whether the current page becomes the one to continue on. Page 1 never does, since every book opens there. A later page that is
 * being offered is replaced only once the reader passes it or has evidently started over.
 */
export function shouldStorePosition(page: number, { offered, turns }: { offered: number | undefined; turns: number }): boolean {
  if (page <= 1) return false
  return offered === undefined || page >= offered || turns >= REREADING_TURNS
}

/** Stores the current page, and returns last time's page while it is worth offering. */
export function useReadingPosition({ book, page, total }: { book: string; page: number; total: number }) {
  const [offered, setOffered] = useState(() => parsePositions(readStorage(KEY)).find((position) => position.book === book)?.page)
  const [turns, setTurns] = useState(0)
  const lastPage = useRef(page)
  const isOffered = offered !== undefined && offered !== page && offered <= total

  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    setTurns((count) => count + 1)
    if (!shouldStorePosition(page, { offered: isOffered ? offered : undefined, turns: turns + 1 })) return
    setOffered(undefined)
    writeStorage(KEY, JSON.stringify(addPosition(parsePositions(readStorage(KEY)), { book, page })))
  }, [page, book, offered, isOffered, turns])

  return { offer: isOffered ? offered : undefined, dismiss: () => setOffered(undefined) }
}
