import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

/** Label of a place in the list of those that an edition doesn't contain */
export const NOT_HERE = 'Not in this edition'
/** Id of the notice about them */
export const LOST_NOTICE = 'lost-places'
/** Maximum number of editions whose results are stored, so that an edition is searched once. */
const MAX_EDITIONS = 20

/** Pages of an edition on which the words of places of other editions are, by the place's name; 0 for words that are not in the edition. */
export type FoundPages = Readonly<Record<string, number>>
/** Reading place that is not in an edition, with its words if they are known. */
export type LostPlace = { page: number; words?: string }
type FoundPlaces = { book: string; edition: string; pages: FoundPages; lost?: LostPlace }

const stored = createStoredValue('foundPlaces')
const NONE: FoundPages = {}

export function parseFoundPlaces(text: string | null): FoundPlaces[] {
  return parseList<FoundPlaces>(
    text,
    ({ book, edition, pages, lost }) =>
      typeof book === 'string' &&
      typeof edition === 'string' &&
      Object.values(Object(pages)).every((page) => Number.isInteger(page)) &&
      (lost === undefined || Number.isInteger(Object(lost).page)),
  )
}

const findIn = (text: string | null, book: string, edition: string | undefined) =>
  parseFoundPlaces(text).find((each) => each.book === book && each.edition === edition)

export const readFoundPages = (book: string, edition: string): FoundPages => findIn(stored.read(), book, edition)?.pages ?? NONE

/** Returns the stored results for an edition. */
export function useFoundPlaces(book: string, edition: string | undefined): { pages: FoundPages; lost: LostPlace | undefined } {
  const { pages = NONE, lost } = findIn(stored.useValue(), book, edition) ?? {}
  return { pages, lost }
}

/**
 * Adds results for an edition. The places themselves are never rewritten, since only a person moves them; a tab with another edition, and
 * an edition that is restored, have them where they were.
 */
export const addFoundPages = (book: string, edition: string, pages: FoundPages) =>
  change(book, edition, (entry) => ({ ...entry, pages: { ...entry.pages, ...pages } }))

/** Lists the reading place as one that is not in the edition, also when the reader has read on. Undefined removes it from the list. */
export const listLostPlace = (book: string, edition: string, lost: LostPlace | undefined) =>
  change(book, edition, ({ lost: _, ...entry }) => ({ ...entry, ...(lost && { lost }) }))

function change(book: string, edition: string, toNext: (entry: FoundPlaces) => FoundPlaces): void {
  const text = stored.read()
  const others = parseFoundPlaces(text).filter((each) => each.book !== book || each.edition !== edition)
  const next = toNext(findIn(text, book, edition) ?? { book, edition, pages: NONE })
  stored.write(JSON.stringify([next, ...others].slice(0, MAX_EDITIONS)))
}

/** Position of a mark in the edition that is open: a page, and whether its words had to be searched. */
type Position = { page: number; isMoved: boolean }

/** Returns the position of a mark in an edition; undefined if the edition doesn't contain its words. */
export function positionIn(
  mark: { page: number; edition?: string },
  { name, edition, found }: { name: string; edition: string | undefined; found: FoundPages },
): Position | undefined {
  const page = mark.edition === edition ? undefined : found[name]
  if (page === 0) return undefined
  // The page of a mark of earlier versions, which have no edition, is only replaced by another page.
  return page === undefined || (mark.edition === undefined && page === mark.page)
    ? { page: mark.page, isMoved: false }
    : { page, isMoved: true }
}
