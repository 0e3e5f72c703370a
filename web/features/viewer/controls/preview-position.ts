import { findPlace, storePlace } from '#web/features/viewer/reading/stored-places.ts'
import { findPosition, storePosition } from './stored-positions.ts'

/** The key of the position in a book's preview */
export const previewKey = (bookId: string) => `${bookId}-preview`

/** Makes the position in its preview that of a book which was not read yet, and returns the page. */
export function takePreviewPosition(book: string): number | undefined {
  const page = findPosition(previewKey(book))?.page
  if (!page || findPosition(book)) return undefined
  storePosition({ book, page })
  const place = findPlace(previewKey(book), page)
  if (place) storePlace({ ...place, book })
  return page
}
