import { pluralize } from '#web/lib/format/plural.ts'
import { toast } from '#web/lib/toast.ts'
import { completeBookmark, nameOfBookmark, readBookmarks } from '#web/reading/viewer/book/bookmarks.ts'
import { readHighlightsOf } from '#web/reading/viewer/book/highlights.ts'
import type { PageSource } from '#web/reading/viewer/book/page-source.ts'
import { addFoundPages, LOST_NOTICE, readFoundPages } from './found-places.ts'
import type { OpenEdition } from './known-place.ts'
import { seekPlaces } from './seek-places.ts'

const NOTICE_MS = 15_000

/** Returns the numbers of marks that the edition doesn't contain and that no earlier search reported. */
export async function seekMarks({ position, edition }: OpenEdition, { fetchJson, total }: PageSource, isActive: () => boolean) {
  const none = { bookmarks: 0, highlights: 0 }
  if (edition === undefined || !fetchJson) return none
  const known = readFoundPages(position, edition)
  const marks = [
    ...readBookmarks(position).map((bookmark) => ({ ...bookmark, name: nameOfBookmark(bookmark), bookmark })),
    ...readHighlightsOf(position).map(({ id, page, quote, edition: set }) => ({
      page,
      words: quote,
      edition: set,
      name: id,
      bookmark: undefined,
    })),
  ].filter((mark) => (mark.edition !== edition || mark.words === undefined) && known[mark.name] === undefined)
  if (marks.length === 0) return none
  const results = await seekPlaces(
    fetchJson,
    marks.map(({ page, words }) => ({ page, ...(words !== undefined && { words }) })),
  )
  if (!isActive()) return none
  const pages: Record<string, number> = {}
  marks.forEach(({ name, page, words, bookmark, edition: set }, index) => {
    const found = results[index]
    if (!found) return
    if (words !== undefined) pages[name] = found.page !== null && found.page <= total ? found.page : 0
    else if (set !== undefined && set !== edition) pages[name] = 0
    else if (bookmark && found.words !== null && page <= total) completeBookmark(bookmark, { words: found.words, edition })
    else pages[name] = page
  })
  addFoundPages(position, edition, pages)
  const count = (isBookmark: boolean) =>
    marks.filter(({ name, bookmark }) => pages[name] === 0 && (bookmark !== undefined) === isBookmark).length
  return { bookmarks: count(true), highlights: count(false) }
}

/** Says once what the edition doesn't contain. */
export function sayLost({ places, bookmarks, highlights }: { places: number; bookmarks: number; highlights: number }): void {
  if (places + bookmarks + highlights === 0) return
  const inContents = [places ? 'The place where you stopped' : '', bookmarks ? pluralize(bookmarks, 'bookmark') : ''].filter(Boolean)
  const sentences = [
    'This book was replaced by another edition.',
    inContents.length &&
      `${inContents.join(' and ')} ${places + bookmarks === 1 ? 'is' : 'are'} not in it, but listed under Contents and bookmarks.`,
    highlights &&
      `${pluralize(highlights, 'highlight')} ${highlights === 1 ? 'is' : 'are'} not in it, but listed under Highlights and notes.`,
  ]
  toast(sentences.filter(Boolean).join(' '), { id: LOST_NOTICE, duration: NOTICE_MS })
}
