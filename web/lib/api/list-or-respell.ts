import type { Page } from '#contracts/common/list.ts'
import type { TextSearch } from './text-search.ts'

/**
 * Lists the matches of a search, or, if there are none, those of the closest spelling in the catalogue, which is then returned as `respelt`.
 */
export async function listOrRespell<Query extends { q?: string; cursor?: string }, List extends Page<unknown>>(
  search: TextSearch,
  kind: 'book' | 'podcast',
  query: Query,
  list: (query: Query) => Promise<List>,
): Promise<List & { respelt?: string }> {
  const page = await list(query)
  if (page.total > 0 || !query.q || query.cursor) return page
  const respelt = await suggestSpelling(search, kind, query.q)
  if (!respelt) return page
  const closest = await list({ ...query, q: respelt })
  return closest.total > 0 ? { ...closest, respelt } : page
}

/** Returns a spelling suggestion. A failure is only logged, since the search result is correct without a suggestion. */
async function suggestSpelling(search: TextSearch, kind: 'book' | 'podcast', q: string): Promise<string | null> {
  try {
    return (await search(q, kind)).suggestion
  } catch (error) {
    console.warn(error)
    return null
  }
}
