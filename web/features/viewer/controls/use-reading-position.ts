import { useEffect, useRef, useState } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { addPosition, parsePositions, shouldStorePosition } from './reading-position.ts'

const KEY = 'readingPositions'

/** Remembers the page for the next time, and says which page of last time to offer, if any. */
export function useReadingPosition({ book, page, total }: { book: string; page: number; total: number }) {
  const [offered, setOffered] = useState(() => parsePositions(readStorage(KEY)).find((position) => position.book === book)?.page)
  const [turns, setTurns] = useState(0)
  const lastPage = useRef(page)
  const open = offered !== undefined && offered !== page && offered <= total

  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    setTurns((count) => count + 1)
    if (!shouldStorePosition(page, { offered: open ? offered : undefined, turns: turns + 1 })) return
    setOffered(undefined)
    writeStorage(KEY, JSON.stringify(addPosition(parsePositions(readStorage(KEY)), { book, page })))
  }, [page, book, offered, open, turns])

  return { offer: open ? offered : undefined, dismiss: () => setOffered(undefined) }
}
