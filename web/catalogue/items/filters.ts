import { ALL_CATEGORIES, CATEGORIES } from '#contracts/catalogue/categories.ts'
import { primaryLanguage } from '#contracts/catalogue/language-names.ts'
import type { Site } from '#contracts/site/shared-site.ts'

/** Filters of a list, as in the page's URL. An empty category means all categories, and an empty language all languages. */
export type Filters = { q: string; category: string; language: string }

const LONGEST_SEARCH = 200

export const isNarrowing = ({ q, category, language }: Filters) => Boolean(q || category || language)

/** Reads filters from query parameters. An unknown category means all categories; of a language tag, the primary language is read. */
export function readFilters(params: URLSearchParams): Filters {
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const wanted = params.get('category')?.trim().toLowerCase()
  const language = primaryLanguage(params.get('language') ?? '') ?? ''
  return { q, category: CATEGORIES.find((name) => name.toLowerCase() === wanted) ?? '', language }
}

/** Reads the filters and the cursor from the URL of a list. */
export function readListQuery(request: Request): { filters: Filters; cursor: string | undefined; later: boolean } {
  const params = new URL(request.url).searchParams
  const cursor = params.get('cursor') ?? undefined
  return { filters: readFilters(params), cursor, later: cursor !== undefined }
}

/**
 * Returns the categories to request from the API, comma-separated. A program's main category is expanded to all categories of the program.
 */
export function categoryNames(category: string, programs: Site['programs']): string {
  return programs.find(({ categories }) => categories[0] === category)?.categories.join(',') ?? category
}

/** Returns the query string for the given filters, such as `?q=lamp`; empty without filters. */
export function writeFilters({ q = '', category, language }: Partial<Filters>, cursor?: string): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q.trim().slice(0, LONGEST_SEARCH))
  if (category && category !== ALL_CATEGORIES) params.set('category', category)
  if (language) params.set('language', language)
  if (cursor) params.set('cursor', cursor)
  return String(params) ? `?${params}` : ''
}
