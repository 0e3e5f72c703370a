import { MAX_BOOKMARKS } from '#contracts/admin/retention.ts'
import { isCount, isOptionalText, isPlace, type Place } from '#web/lib/places/book-places.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'
import { type FoundPages, positionIn } from './editions/found-places.ts'
import type { ViewedBook } from './viewer-context.ts'

/**
 * Bookmarked page, with words of the page, by which another edition is searched, and the edition in which it was set. Bookmarks of earlier
 * versions of the site have neither until their book is opened. `text` is the position of a bookmark that was set in the reading view.
 */
export type Bookmark = { book: string; page: number; text?: Place; words?: string; edition?: string }

const stored = createStoredValue('bookmarks')

/** Parses the stored list of bookmarks, newest first. */
export function parseBookmarks(text: string | null): Bookmark[] {
  return parseList<Bookmark>(
    text,
    ({ book, page, text: place, words, edition }) =>
      typeof book === 'string' &&
      isCount(page, 1) &&
      (place === undefined || isPlace(Object(place))) &&
      isOptionalText(words) &&
      isOptionalText(edition),
  )
}

const isSame = (one: Bookmark, other: Bookmark) => one.book === other.book && one.page === other.page && one.edition === other.edition

/** Adds or removes the bookmark of a page and drops the oldest bookmarks. */
export function toggleBookmark(list: Bookmark[], bookmark: Bookmark): Bookmark[] {
  const others = list.filter((each) => !isSame(each, bookmark))
  return others.length < list.length ? others : [bookmark, ...list].slice(0, MAX_BOOKMARKS)
}

export const nameOfBookmark = ({ page, edition = '' }: Bookmark) => `page ${page} ${edition}`
export const readBookmarks = (book: string) => parseBookmarks(stored.read()).filter((each) => each.book === book)

/** Adds words and edition to a bookmark of an earlier version of the site. */
export function completeBookmark(bookmark: Bookmark, known: Required<Pick<Bookmark, 'words' | 'edition'>>): void {
  const list = parseBookmarks(stored.read())
  if (list.some((each) => isSame(each, bookmark)))
    stored.write(JSON.stringify(list.map((each) => (isSame(each, bookmark) ? { ...each, ...known } : each))))
}

/** Adds the words of a page to its bookmark, if it was set before they were known. */
export function completeBookmarkOf(page: number, { position, edition }: Pick<ViewedBook, 'position' | 'edition'>, words: string): void {
  const bookmark = readBookmarks(position).find((each) => each.page === page && each.edition === edition && each.words === undefined)
  if (bookmark && edition !== undefined) completeBookmark(bookmark, { words, edition })
}

/**
 * Returns the bookmarks of a book in the edition that is open, sorted by page, and those whose words are not in the edition, with functions
 * to change them.
 */
export function useBookmarks({ position: book, edition }: Pick<ViewedBook, 'position' | 'edition'>, found: FoundPages) {
  const placed = parseBookmarks(stored.useValue())
    .filter((each) => each.book === book)
    .map((bookmark) => ({ bookmark, position: positionIn(bookmark, { name: nameOfBookmark(bookmark), edition, found }) }))
  const list = placed
    .flatMap(({ bookmark, position }) => {
      if (!position) return []
      // The position in the text is one of the bookmark's own edition.
      const text = position.isMoved || bookmark.edition !== edition ? undefined : bookmark.text
      return [{ bookmark, page: position.page, text }]
    })
    .sort((one, other) => one.page - other.page)
  const lost = placed.flatMap(({ bookmark, position }) => (position ? [] : [bookmark]))

  function toggleOne(bookmark: Bookmark) {
    const before = parseBookmarks(stored.read())
    const after = toggleBookmark(before, bookmark)
    stored.write(JSON.stringify(after))
    if (after.length === before.length) toast(`Your oldest bookmark was removed: this browser keeps ${MAX_BOOKMARKS}.`, { id: 'limit' })
  }
  /** Adds a bookmark of a page, or removes those that the page has. */
  function toggle(page: number, { text, words }: { text?: Place | undefined; words?: string | undefined }) {
    const marked = list.filter((each) => each.page === page)
    for (const { bookmark } of marked) toggleOne(bookmark)
    if (marked.length > 0) return
    const place = text && { text: { part: text.part, block: text.block, offset: text.offset } }
    toggleOne({ book, page, ...place, ...(words !== undefined && { words }), ...(edition !== undefined && { edition }) })
  }
  function remove(bookmark: Bookmark) {
    toggleOne(bookmark)
    toastDeleted('Bookmark removed', () => parseBookmarks(stored.read()).some((each) => isSame(each, bookmark)) || toggleOne(bookmark))
  }
  return { list, lost, toggle, remove }
}
