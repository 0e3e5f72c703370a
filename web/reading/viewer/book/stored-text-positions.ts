import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import type { Place } from '#web/reading/viewer/reflow/position.ts'

const KEY = 'readingPlaces'

/** Reading position in the text of a book, with the page displayed there. */
export type StoredTextPosition = Place & { book: string; page: number }

const isCount = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least

/** Parses the stored list, newest first. */
export function parseTextPositions(text: string | null): StoredTextPosition[] {
  return parseList<StoredTextPosition>(
    text,
    ({ book, part, block, offset, page }) =>
      typeof book === 'string' && isCount(part, 1) && isCount(block, 0) && isCount(offset, 0) && isCount(page, 1),
  )
}

/** Puts the position first and drops the oldest ones. */
export function addTextPosition(list: StoredTextPosition[], place: StoredTextPosition): StoredTextPosition[] {
  return [place, ...list.filter(({ book }) => book !== place.book)].slice(0, STORED_POSITIONS)
}

/** Returns the stored position if it is on the given page; undefined when the visitor has moved to another page since. */
export function findTextPosition(book: string, page: number): StoredTextPosition | undefined {
  return parseTextPositions(readStorage(KEY)).find((place) => place.book === book && place.page === page)
}

export function storeTextPosition(place: StoredTextPosition): void {
  writeStorage(KEY, JSON.stringify(addTextPosition(parseTextPositions(readStorage(KEY)), place)))
}
