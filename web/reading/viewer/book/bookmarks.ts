import { MAX_BOOKMARKS } from '#contracts/admin/retention.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { toast, toastDeleted } from '#web/lib/toast.ts'

export type Bookmark = { book: string; page: number }

const stored = createStoredValue('bookmarks')

/** Parses the stored list of bookmarks, newest first. */
export function parseBookmarks(text: string | null): Bookmark[] {
  return parseList<Bookmark>(text, ({ book, page }) => typeof book === 'string' && Number.isInteger(page) && Number(page) > 0)
}

/** Adds or removes the bookmark of a page and drops the oldest bookmarks. */
export function toggleBookmark(list: Bookmark[], { book, page }: Bookmark): Bookmark[] {
  const others = list.filter((each) => each.book !== book || each.page !== page)
  return others.length < list.length ? others : [{ book, page }, ...list].slice(0, MAX_BOOKMARKS)
}

/** Returns the bookmarked pages of a book, sorted by page, with functions to change them. */
export function useBookmarks(book: string) {
  const pages = parseBookmarks(stored.useValue())
    .filter((each) => each.book === book)
    .map(({ page }) => page)
    .sort((a, b) => a - b)
  function toggle(page: number) {
    const before = parseBookmarks(stored.read())
    const after = toggleBookmark(before, { book, page })
    stored.write(JSON.stringify(after))
    if (after.length === before.length) toast(`Your oldest bookmark was removed: this browser keeps ${MAX_BOOKMARKS}.`, { id: 'limit' })
  }
  function remove(page: number) {
    toggle(page)
    toastDeleted(
      'Bookmark removed',
      () => parseBookmarks(stored.read()).some((each) => each.book === book && each.page === page) || toggle(page),
    )
  }
  return { pages, toggle, remove }
}
