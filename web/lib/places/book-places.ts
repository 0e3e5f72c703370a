import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { createPlaceList } from './place-list.ts'
import { type Acted, createPlaceTracker, isNewer } from './place-tracker.ts'

/** Position in the reflowable text: `part` counts from 1, `block` is its index within the part, and `offset` counts characters from 0. */
export type Place = { part: number; block: number; offset: number }
/** Position in the text, with the first words there, by which it is found again in another edition of the text. */
export type TextPlace = Place & { words?: string }
/**
 * Place in a book: a page, and the position in the text if the person read the text, or else words of the page. Every document counts pages,
 * also one that is not printed on them (docs/decisions/0135). `edition` identifies the file; another file may have the place elsewhere.
 */
export type BookPlace = { page: number; text?: TextPlace; words?: string; edition?: string }

/**
 * Place as stored. Page 1 is stored only with a text position, and without `page`, as by earlier versions of the site. In places stored by
 * those, `text` may be on another page; the page then wins. `shared` is the version under which the server has this place.
 */
type StoredBookPlace = Pick<BookPlace, 'words' | 'edition'> & {
  book: string
  page?: number
  text?: TextPlace & { page: number }
  at?: number
  shared?: string
}
type FormerTextPlace = Place & { page: number; book: string }

export const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string'
export const isCount = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least
export const isPlace = ({ part, block, offset }: Partial<Place>) => isCount(part, 1) && isCount(block, 0) && isCount(offset, 0)
const isTextPlace = ({ page, words, ...place }: Partial<TextPlace & { page: number }>) =>
  isPlace(place) && isCount(page, 1) && isOptionalText(words)

/** Parses the stored list of places in books, newest first. Adds text positions stored under the key of earlier versions. */
export function parseBookPlaces(text: string | null, formerTexts: string | null = null): StoredBookPlace[] {
  const places = parseList<StoredBookPlace>(
    text,
    (value) =>
      typeof value.book === 'string' &&
      (value.page === undefined || isCount(value.page, 2)) &&
      (value.text === undefined || isTextPlace(Object(value.text))) &&
      (value.page ?? value.text) !== undefined &&
      isOptionalText(value.words) &&
      isOptionalText(value.edition) &&
      (value.at === undefined || Number.isFinite(value.at)),
  )
  const former = parseList<FormerTextPlace>(formerTexts, (value) => typeof value.book === 'string' && isTextPlace(value))
  for (const { book, part, block, offset, page } of former) {
    const place = places.find((each) => each.book === book) ?? { book }
    place.text ??= { part, block, offset, page }
    if (!places.includes(place)) places.push(place)
  }
  return places
}

/** Converts a stored place. */
export function toBookPlace({ page, text, words, edition }: Omit<StoredBookPlace, 'book' | 'at' | 'shared'>): BookPlace {
  const file = edition !== undefined && { edition }
  if (!text || (page !== undefined && text.page !== page)) return { page: page ?? 1, ...(words !== undefined && { words }), ...file }
  const { page: textPage, ...place } = text
  return { page: textPage, text: place, ...file }
}

const toStored = ({ page, text, words, edition }: BookPlace) => ({
  ...(page > 1 && { page }),
  ...(text ? { text: { ...text, page } } : words !== undefined && { words }),
  ...(edition !== undefined && { edition }),
})

/** Returns the words by which a place is found in another edition. */
export const wordsOf = ({ text, words }: BookPlace): string | undefined => (text ? text.words : words)

const list = createPlaceList<StoredBookPlace>({
  key: 'readingPositions',
  limit: STORED_POSITIONS,
  former: 'readingPlaces',
  parse: parseBookPlaces,
  idOf: ({ book }) => book,
})

/** Stored place in a book, with the time of the act, and the version under which the server has it. */
export type SavedBookPlace = Acted<BookPlace> & { shared: string | undefined }

/** Returns the stored place in a book. */
export function findBookPlace(book: string): SavedBookPlace | undefined {
  const stored = list.find(book)
  return stored && { place: toBookPlace(stored), at: stored.at ?? 0, shared: stored.shared }
}

const write = (book: string, { place, at }: Acted<BookPlace>, shared?: string) =>
  list.put({ book, ...toStored(place), at, ...(shared !== undefined && { shared }) })

/** Opens a book in this tab: the tracker stores the acts of its reader. */
export const openBookPlace = (book: string) =>
  createPlaceTracker<BookPlace>({ read: () => findBookPlace(book), write: (acted) => write(book, acted) })

/** Stores a place that the server received from another browser, unless a newer act is stored here. Returns whether it was stored. */
export function receiveBookPlace(book: string, acted: Acted<BookPlace>, version: string): boolean {
  if (!isNewer(acted.at, findBookPlace(book), Date.now())) return false
  write(book, acted, version)
  return true
}

/** Records the version under which the server has the stored place, unless this browser has stored another place since. */
export function confirmBookPlace(book: string, { at }: Pick<Acted<BookPlace>, 'at'>, version: string): void {
  const stored = findBookPlace(book)
  if (stored?.at === at) write(book, stored, version)
}

/** Returns the storage key of the place in a book's preview */
export const previewKey = (bookId: string) => `${bookId}-preview`

/** Copies the place in a book's preview to the book, unless the book has a place. Returns the place. */
export function takePreviewPlace(book: string): BookPlace | undefined {
  const preview = findBookPlace(previewKey(book))
  if (!preview || findBookPlace(book)) return undefined
  write(book, preview)
  return preview.place
}
