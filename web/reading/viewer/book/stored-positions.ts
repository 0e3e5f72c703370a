import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const KEY = 'readingPositions'

/** Reading position in a book. `shared` is the version of the purchase's shared position that this browser last read or stored. */
export type Position = { book: string; page: number; shared?: string }

/** Parses the stored list, newest first. */
export function parsePositions(text: string | null): Position[] {
  return parseList<Position>(text, ({ book, page }) => typeof book === 'string' && Number.isInteger(page) && Number(page) > 1)
}

/** Puts the position first and drops the oldest ones. */
export function addPosition(list: Position[], position: Position): Position[] {
  return [position, ...list.filter(({ book }) => book !== position.book)].slice(0, STORED_POSITIONS)
}

/** Returns the stored position in a book. */
export function findPosition(book: string): Position | undefined {
  return parsePositions(readStorage(KEY)).find((position) => position.book === book)
}

export function storePosition(position: Position): void {
  writeStorage(KEY, JSON.stringify(addPosition(parsePositions(readStorage(KEY)), position)))
}
