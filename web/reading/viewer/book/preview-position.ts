import { findPosition, storePosition } from './stored-positions.ts'
import { findTextPosition, storeTextPosition } from './stored-text-positions.ts'

/** Storage key of the reading position in a book's preview */
export const previewKey = (bookId: string) => `${bookId}-preview`

/** Copies the position in a book's preview to the book, unless the book has a position of its own, and returns the page. */
export function takePreviewPosition(book: string): number | undefined {
  const page = findPosition(previewKey(book))?.page
  if (!page || findPosition(book)) return undefined
  storePosition({ book, page })
  const place = findTextPosition(previewKey(book), page)
  if (place) storeTextPosition({ ...place, book })
  return page
}
