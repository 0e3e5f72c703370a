import type { SearchResults } from '#contracts/catalogue/search.ts'
import type { BookQuery } from '#contracts/common/list.ts'
import type { Api, CatalogueBook } from '#web/lib/api/api.ts'
import { type ListResult, listOrEmpty } from '#web/lib/api/list-or-empty.ts'

/**
 * Books that a list does not contain, whose pages contain the searched words. With `matchesAny`, no book has all of the words, and these have
 * some.
 */
export type BooksInside = ListResult<CatalogueBook> & { matchesAny?: boolean }

const NONE: BooksInside = { items: [], total: 0 }

/** Lists the books whose pages contain the words of a search, best match first, without the listed books and those of the founder. */
export async function listBooksInside(
  api: Pick<Api, 'listBooks' | 'call'>,
  { q = '', category }: Pick<BookQuery, 'q' | 'category'>,
  { listed, founder }: { listed: ListResult<CatalogueBook>; founder: string },
): Promise<BooksInside> {
  // A long list needs no further books.
  if (!q || listed.failed || listed.next) return NONE
  return listOrEmpty(findBooks())

  async function findBooks(): Promise<BooksInside> {
    const response = await api.call(`/search?${new URLSearchParams({ q: listed.respelt ?? q, kind: 'book' })}`)
    const { results, matchesAny } = (await response.json()) as SearchResults
    const ids = results.map(({ id }) => id).filter((id) => !listed.items.some((book) => book.id === id))
    if (ids.length === 0) return NONE
    const books = await api.listBooks({ ids: ids.join(','), category, excludeAuthor: founder })
    const items = [...books.items].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    return { items, total: items.length, matchesAny }
  }
}
