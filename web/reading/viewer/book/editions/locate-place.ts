import { blockText } from '#contracts/reading/block-text.ts'
import { findBookPlace, wordsOf } from '#web/lib/places/book-places.ts'
import type { PageSource, ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { findWords } from './find-words.ts'
import { addFoundPages, listLostPlace, readFoundPages } from './found-places.ts'
import { knownPlace, type LocatedPlace, nameOfPlace, type OpenEdition } from './known-place.ts'
import { seekPlaces } from './seek-places.ts'

/**
 * Finds the stored place in the edition that is open, by its words. The stored place is unchanged. If the search fails, the place keeps its
 * edition, by which it is recognized as a place in another edition.
 * @param isText whether the position in the text is needed
 */
export async function locatePlace(book: OpenEdition, source: PageSource, { isText }: { isText: boolean }): Promise<LocatedPlace> {
  const { position, edition } = book
  const known = knownPlace(book)
  const saved = findBookPlace(position)
  if (known || !saved || edition === undefined) return known ?? {}
  const { place } = saved
  const words = wordsOf(place)
  const name = nameOfPlace(saved)
  const page = readFoundPages(position, edition)[name] ?? (await seekPage(source, { page: place.page, words }))
  if (page === undefined) return { place }
  addFoundPages(position, edition, { [name]: page })
  if (page === 0 || words === undefined) {
    listLostPlace(position, edition, { page: place.page, ...(words !== undefined && { words }) })
    return { isLost: true }
  }
  const text = isText && place.text ? await findInText(source.reflow, page, { ...place.text, words }) : undefined
  return { place: { page, ...(text ? { text: { ...text, words } } : { words }), edition } }
}

/** Returns the page that contains the words; 0 if no page does, undefined if they can't be searched. */
async function seekPage({ fetchJson, total }: PageSource, { page, words }: { page: number; words: string | undefined }) {
  if (words === undefined) return 0
  const [found] = fetchJson ? await seekPlaces(fetchJson, [{ page, words }]) : []
  return found && Math.min(found.page ?? 0, total)
}

/** Finds words in the parts of the text that contain a page. */
async function findInText(reflow: ReflowSource | undefined, page: number, near: { block: number; offset: number; words: string }) {
  const parts = (await reflow?.fetchContents())?.parts ?? []
  for (const [index, part] of parts.entries()) {
    const end = parts[index + 1]?.page ?? Number.POSITIVE_INFINITY
    if (part.page > page || end < page) continue
    const blocks = (await reflow?.fetchPart(index + 1))?.blocks ?? []
    const from = findWords(blocks.map(blockText), near.words, near)?.from
    if (from) return { part: index + 1, ...from }
  }
  return undefined
}
