import { ALL_CATEGORIES, CATEGORIES } from '#contracts/categories.ts'
import { site } from '#site/site.ts'

/** What narrows a list; it lives in the page's address. An empty category stands for all of them. */
export type Filters = { q: string; category: string }

const LONGEST_SEARCH = 200

/** Whether the filters narrow a list at all. */
export const isNarrowing = ({ q, category }: Filters) => Boolean(q || category)

/** Reads filters from an address. What is no category of ours means all of them. */
export function readFilters(params: URLSearchParams): Filters {
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const wanted = params.get('category')?.trim().toLowerCase()
  return { q, category: CATEGORIES.find((name) => name.toLowerCase() === wanted) ?? '' }
}

/** What the address of a catalogue's page asks for. */
export function readListQuery(request: Request): { filters: Filters; cursor: string | undefined; later: boolean } {
  const params = new URL(request.url).searchParams
  const cursor = params.get('cursor') ?? undefined
  return { filters: readFilters(params), cursor, later: cursor !== undefined }
}

/** The names under which the API finds what a category stands for: its program's page may take others too. */
export function categoryNames(category: string): string {
  return site.programs.find(({ categories }) => categories[0] === category)?.categories.join(',') ?? category
}

/** The query part of the address for these filters, without what narrows nothing: `?q=lamp`, or nothing at all. */
export function writeFilters({ q, category }: Filters, cursor?: string): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q.trim().slice(0, LONGEST_SEARCH))
  if (category && category !== ALL_CATEGORIES) params.set('category', category)
  if (cursor) params.set('cursor', cursor)
  return params.size > 0 ? `?${params}` : ''
}
