import type { SearchResults } from '#contracts/catalogue/search.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Api } from './api.ts'

/**
 * Lists the matches of a search, or, if there are none, those of the closest spelling in the catalogue, which is then returned as `respelt`.
 */
export async function listOrRespell<Query extends { q?: string; cursor?: string }, List extends Page<unknown>>(
  api: Pick<Api, 'call'>,
  kind: 'book' | 'podcast',
  query: Query,
  list: (query: Query) => Promise<List>,
): Promise<List & { respelt?: string }> {
  const page = await list(query)
  if (page.total > 0 || !query.q || query.cursor) return page
  const respelt = await suggestSpelling(api, kind, query.q)
  if (!respelt) return page
  const closest = await list({ ...query, q: respelt })
  return closest.total > 0 ? { ...closest, respelt } : page
}

/** Returns a spelling suggestion. A failure is only logged, since the search result is correct without a suggestion. */
async function suggestSpelling(api: Pick<Api, 'call'>, kind: 'book' | 'podcast', q: string): Promise<string | null> {
  try {
    const response = await api.call(`/search?${new URLSearchParams({ q, kind })}`)
    return ((await response.json()) as SearchResults).suggestion
  } catch (error) {
    console.warn(error)
    return null
  }
}
