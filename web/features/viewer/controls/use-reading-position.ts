import { useEffect, useRef, useState } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { addPosition, parsePositions, shouldStorePosition } from './reading-position.ts'

const KEY = 'readingPositions'

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
