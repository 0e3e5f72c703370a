import type { BookQuery, Page } from '#contracts/common/list.ts'
import type { Api, CatalogueBook } from '#web/lib/api/api.ts'
import { type ListResult, listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { listOrRespell } from '#web/lib/api/list-or-respell.ts'
import { createTextSearch, type TextSearch } from '#web/lib/api/text-search.ts'

/** Page of the bookshop's list. `byFounder` is the number of the founder's books that match the search. */
export type BookshopPage = ListResult<CatalogueBook> & { byFounder?: number }

/** Lists the books of all authors except the founder, whose books have their own page, and counts the founder's books that match. */
export async function listBookshopBooks(
  api: Pick<Api, 'listBooks' | 'call'>,
  query: BookQuery,
  { founder, search = createTextSearch(api) }: { founder: string; search?: TextSearch },
): Promise<BookshopPage> {
  const { total, ...page } = await listOrRespell(search, 'book', query, (spelt) => listBothShelves(api, spelt, founder))
  return { ...page, total: total - (page.byFounder ?? 0) }
}

/** The total includes the founder's books, so that no spelling correction is applied to a search that matches only those books. */
async function listBothShelves(
  api: Pick<Api, 'listBooks'>,
  query: BookQuery,
  founder: string,
): Promise<Page<CatalogueBook> & { byFounder?: number }> {
  const isSearch = Boolean(query.q || query.category || query.language || query.price) && !query.cursor
  const [others, founders] = await Promise.all([
    api.listBooks({ ...query, excludeAuthor: founder }),
    // The founder's count is optional: the list is correct without it.
    isSearch ? listOrEmpty(api.listBooks({ ...query, author: founder, limit: 1 })) : undefined,
  ])
  return founders ? { ...others, total: others.total + founders.total, byFounder: founders.total } : others
}
