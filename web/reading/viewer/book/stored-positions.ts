import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const KEY = 'readingPositions'
/** Local storage key of the text positions stored by earlier versions of the site, a list of `TextPosition & { book }`. */
const FORMER_KEY = 'readingPlaces'

/** Position in the reflowable text: `part` counts from 1, `block` is its index within the part, and `offset` counts characters from 0. */
export type Place = { part: number; block: number; offset: number }
/** Position in the text, with the page of the printed book at this position. */
export type TextPosition = Place & { page: number }
/**
 * Reading position in a book: the page to continue on, and the position in the reflowable text. `shared` is the version of the shared
 * position that this browser last read or stored.
 */
export type Position = { book: string; page?: number; text?: TextPosition; shared?: string }

const isCount = (value: unknown, least: number) => Number.isInteger(value) && Number(value) >= least
const isTextPosition = ({ part, block, offset, page }: Partial<TextPosition>) =>
  isCount(part, 1) && isCount(block, 0) && isCount(offset, 0) && isCount(page, 1)

/** Parses the stored list of reading positions, newest first. Adds text positions stored under the key of earlier versions. */
export function parsePositions(text: string | null, formerTexts: string | null = null): Position[] {
  const positions = parseList<Position>(
    text,
    (value) =>
      typeof value.book === 'string' &&
      (value.page === undefined || isCount(value.page, 2)) &&
      (value.text === undefined || isTextPosition(Object(value.text))),
  )
  const former = parseList<TextPosition & { book: string }>(formerTexts, (value) => typeof value.book === 'string' && isTextPosition(value))
  for (const { book, part, block, offset, page } of former) {
    const position = positions.find((each) => each.book === book) ?? { book }
    position.text = { part, block, offset, page }
    if (!positions.includes(position)) positions.push(position)
  }
  return positions
}

/**
 * Merges a reading position with the stored position of the book and moves it to the front of the list. Drops the oldest positions beyond
 * the limit.
 */
export function addPosition(list: Position[], position: Position): Position[] {
  const before = list.find(({ book }) => book === position.book)
  return [{ ...before, ...position }, ...list.filter((each) => each !== before)].slice(0, STORED_POSITIONS)
}

const readPositions = () => parsePositions(readStorage(KEY), readStorage(FORMER_KEY))

/** Returns the stored reading position in a book. */
export const findPosition = (book: string): Position | undefined => readPositions().find((position) => position.book === book)

/** Stores a reading position. Omitted properties retain their stored values. */
export function storePosition(position: Position): void {
  if (writeStorage(KEY, JSON.stringify(addPosition(readPositions(), position)))) writeStorage(FORMER_KEY, null)
}

/** Returns the storage key of the reading position in a book's preview */
export const previewKey = (bookId: string) => `${bookId}-preview`

/** Copies the reading position from a book's preview to the book, unless the book already has a reading position. Returns the page. */
export function takePreviewPosition(book: string): number | undefined {
  const preview = findPosition(previewKey(book))
  if (!preview?.page || findPosition(book)?.page) return undefined
  storePosition({ ...preview, book })
  return preview.page
}
