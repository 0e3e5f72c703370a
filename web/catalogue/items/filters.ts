import { ALL_CATEGORIES, CATEGORIES } from '#contracts/catalogue/categories.ts'
import { primaryLanguage } from '#contracts/catalogue/language-names.ts'
import type { Site } from '#contracts/site/shared-site.ts'

/** Filters of a list, as in the page's URL. An empty category means all categories, and an empty language all languages. */
export type Filters = { q: string; category: string; language: string; price: '' | 'free'; sort: '' | Sort }

/** Orders that the bookshop offers, in the words of its form. Empty: best-selling first, or best matches first for a search. */
export const SORTS = {
  newest: 'Newest first',
  title: 'Title',
  cheapest: 'Lowest price first',
  dearest: 'Highest price first',
} as const
export type Sort = keyof typeof SORTS

const LONGEST_SEARCH = 200

/** Filters of a list without filters by language and price and without orders. */
export const withoutChoices = (filters: Filters): Filters => ({ ...filters, language: '', price: '', sort: '' })

export const isNarrowing = ({ q, category, language, price }: Filters) => Boolean(q || category || language || price)

/** Reads filters from query parameters. An unknown category means all categories, and an unknown order the usual one; of a language tag, the primary language is read. */
export function readFilters(params: URLSearchParams): Filters {
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH)
  const wanted = params.get('category')?.trim().toLowerCase()
  const language = primaryLanguage(params.get('language') ?? '') ?? ''
  const sort = params.get('sort') ?? ''
  return {
    q,
    category: CATEGORIES.find((name) => name.toLowerCase() === wanted) ?? '',
    language,
    price: params.get('price') === 'free' ? 'free' : '',
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : '',
  }
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

/** Returns the parameters of the API for a list of books. Parameters that nothing was chosen for are omitted. */
export function bookQuery({ q, category, language, price, sort }: Filters, programs: Site['programs']) {
  return { q, category: categoryNames(category, programs), language, ...(price && { price }), ...(sort && { sort }) }
}

/** Returns the query string for the given filters, such as `?q=lamp`; empty without filters. */
export function writeFilters({ q = '', category, language, price, sort }: Partial<Filters>, cursor?: string): string {
  const params = new URLSearchParams()
  if (q.trim()) params.set('q', q.trim().slice(0, LONGEST_SEARCH))
  if (category && category !== ALL_CATEGORIES) params.set('category', category)
  if (language) params.set('language', language)
  if (price) params.set('price', price)
  if (sort) params.set('sort', sort)
  if (cursor) params.set('cursor', cursor)
  return String(params) ? `?${params}` : ''
}
