import type { BookQuery } from '#contracts/common/list.ts'
import type { Api, CatalogueBook } from '#web/lib/api/api.ts'
import { type ListResult, listOrEmpty } from '#web/lib/api/list-or-empty.ts'

/** A page of the bookshop. `byFounder` counts the founder's books that match a search which finds no others. */
export type BookshopPage = ListResult<CatalogueBook> & { byFounder?: number }

/**
 * Lists the books of all authors except the founder, whose books have their own page. Counts the founder's books if a search matches no
 * others.
 */
export async function listBookshopBooks(api: Pick<Api, 'listBooks'>, query: BookQuery, founder: string): Promise<BookshopPage> {
  const page = await api.listBooks({ ...query, excludeAuthor: founder })
  const isSearch = Boolean(query.q || query.category)
  if (page.total > 0 || query.cursor || !isSearch) return page
  // Optional: without this number the empty result is still correct.
  const { total } = await listOrEmpty(api.listBooks({ ...query, author: founder, limit: 1 }))
  return { ...page, byFounder: total }
}
