import { REMEMBERED_PLACES } from '#contracts/admin/retention.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import type { Place } from './position.ts'

const KEY = 'readingPlaces'

/** Reading position in the text of a book, with the page displayed there. */
export type StoredPlace = Place & { book: string; page: number }

const isCount = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least

/** Parses the stored list, newest first. */
export function parsePlaces(text: string | null): StoredPlace[] {
  return parseList<StoredPlace>(
    text,
    ({ book, part, block, offset, page }) =>
      typeof book === 'string' && isCount(part, 1) && isCount(block, 0) && isCount(offset, 0) && isCount(page, 1),
  )
}

/** Puts the position first and drops the oldest ones. */
export function addPlace(list: StoredPlace[], place: StoredPlace): StoredPlace[] {
  return [place, ...list.filter(({ book }) => book !== place.book)].slice(0, REMEMBERED_PLACES)
}

/** Returns the stored position if it is on the given page; undefined when the visitor has moved to another page since. */
export function findPlace(book: string, page: number): StoredPlace | undefined {
  return parsePlaces(readStorage(KEY)).find((place) => place.book === book && place.page === page)
}

export function storePlace(place: StoredPlace): void {
  writeStorage(KEY, JSON.stringify(addPlace(parsePlaces(readStorage(KEY)), place)))
}
