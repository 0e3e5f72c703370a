import type { SearchKind, SearchResult, SearchResults } from '#contracts/catalogue/search.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Api } from '#web/lib/api/api.ts'

/** Search query of a visitor, as in the page's URL. Without `kind`, all kinds are searched. */
export type Search = { q: string; kind: SearchKind | undefined }
export type Found = Page<SearchResult> & { suggestion: string | null; matchesAny?: boolean }

const LONGEST_SEARCH = 200

/** Labels of the kinds of results, in filter order: `many` for the filter, `one` for a single result. */
export const KINDS: Record<SearchKind, { many: string; one: string }> = {
  book: { many: 'Books', one: 'Book' },
  podcast: { many: 'Episodes', one: 'Episode' },
  author: { many: 'Authors', one: 'Author' },
  program: { many: 'Programs', one: 'Program' },
  service: { many: 'Publishing', one: 'Publishing' },
  question: { many: 'Questions', one: 'Question' },
}

export function readSearch(request: Request): { search: Search; page: string | undefined } {
  const params = new URL(request.url).searchParams
  const kind = params.get('kind') ?? ''
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const page = params.get('page') ?? ''
  return { search: { q, kind: kind in KINDS ? (kind as SearchKind) : undefined }, page: /^([2-9]|1\d|20)$/.test(page) ? page : undefined }
}

export function searchUrl({ q, kind }: Search, page?: string): string {
  const params = new URLSearchParams({ ...(q && { q }), ...(kind && { kind }), ...(page && { page }) })
  return String(params) ? `/search?${params}` : '/search'
}

export async function searchLibrary(api: Api, search: Search, page?: string): Promise<Found> {
  const response = await api.call(searchUrl(search, page))
  const { results, total, nextPage, suggestion, matchesAny } = (await response.json()) as SearchResults
  const items = results.map((result) => ({ ...result, id: `${result.kind} ${result.id}`, picture: withUrls(api, result) }))
  return { items, total, suggestion, matchesAny, ...(nextPage && { next: String(nextPage) }) }
}

/**
 * Searches the library and, if there are no results, searches again with the suggested spelling. `suggestion` is then the spelling that was
 * searched.
 */
export async function searchForgivingly(api: Api, search: Search, page?: string): Promise<Found> {
  const found = await searchLibrary(api, search, page)
  if (found.items.length > 0 || !found.suggestion) return found
  return { ...(await searchLibrary(api, { ...search, q: found.suggestion })), suggestion: found.suggestion }
}

function withUrls(api: Api, { kind, picture }: SearchResult) {
  if (!picture) return null
  const folder = kind === 'author' ? 'authors/' : ''
  return { ...picture, sources: picture.sources.map((source) => ({ ...source, path: api.media(source.path, folder) })) }
}
