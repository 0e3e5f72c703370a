import { type BookPlace, findBookPlace, type SavedBookPlace, wordsOf } from '#web/lib/places/book-places.ts'
import type { ViewedBook } from '#web/reading/viewer/book/viewer-context.ts'
import { readFoundPages } from './found-places.ts'

export type OpenEdition = Pick<ViewedBook, 'position' | 'edition'>
/** Stored place in the edition that is open. `isLost` is set when the search found that the edition doesn't contain its words. */
export type LocatedPlace = { place?: BookPlace; isLost?: boolean }

export const nameOfPlace = ({ at }: Pick<SavedBookPlace, 'at'>) => `place ${at}`

/** Returns whether a place is a position in the edition that is open. Places of earlier versions of the site have no edition. */
export const isInEdition = (place: BookPlace, edition: string | undefined) =>
  edition === undefined || place.edition === undefined || place.edition === edition

/** Returns the stored place in the edition that is open; undefined if its words have to be searched. */
export function knownPlace({ position, edition }: OpenEdition): LocatedPlace | undefined {
  const saved = findBookPlace(position)
  if (!saved) return {}
  const { place } = saved
  if (edition === undefined || place.edition === edition || (place.edition === undefined && wordsOf(place) === undefined)) return { place }
  return readFoundPages(position, edition)[nameOfPlace(saved)] === 0 ? {} : undefined
}
