import type { BookQuery } from '#contracts/common/list.ts'
import type { Api, CatalogueBook } from '#web/lib/api/api.ts'
import { type ListResult, listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import type { TextSearch } from '#web/lib/api/text-search.ts'

/**
 * Books that a list does not contain, whose pages contain the searched words. With `matchesAny`, no book has all of the words, and these have
 * some.
 */
export type BooksInside = ListResult<CatalogueBook> & { matchesAny?: boolean }

const NONE: BooksInside = { items: [], total: 0 }

/** Lists the books whose pages contain the words of a search, best match first, without the listed books and those of the founder. */
export async function listBooksInside(
  api: Pick<Api, 'listBooks'>,
  { q = '', category, language, price }: Pick<BookQuery, 'q' | 'category' | 'language' | 'price'>,
  { listed, founder, search }: { listed: ListResult<CatalogueBook>; founder: string; search: TextSearch },
): Promise<BooksInside> {
  // A long list needs no further books.
  if (!q || listed.failed || listed.next) return NONE
  return listOrEmpty(findBooks())

  async function findBooks(): Promise<BooksInside> {
    const { results, matchesAny } = await search(listed.respelt ?? q, 'book')
    const ids = results.map(({ id }) => id).filter((id) => !listed.items.some((book) => book.id === id))
    if (ids.length === 0) return NONE
    const books = await api.listBooks({ ids: ids.join(','), category, language, ...(price && { price }), excludeAuthor: founder })
    const items = [...books.items].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    return { items, total: items.length, matchesAny }
  }
}
