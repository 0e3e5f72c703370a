import { z } from 'zod'
import { SearchText } from '#contracts/common/list.ts'
import { LanguageTag, Picture } from './item.ts'

/** Kind of a search result. Questions are from the bookshop page, and services are from the publishing page. */
export const SearchKind = z.enum(['book', 'podcast', 'author', 'program', 'question', 'service'])
export type SearchKind = z.infer<typeof SearchKind>

export const RESULTS_PER_PAGE = 12
/** Maximum number of pages of search results. Results on later pages hardly match the query. */
export const MAX_SEARCH_PAGES = 20

export const SearchQuery = z.object({
  q: SearchText.default('').meta({
    description: 'Search terms; "quotes" search for a phrase, a leading - excludes a word, and the word or separates alternatives',
  }),
  kind: SearchKind.optional().meta({ description: 'Kind of the results; by default results of all kinds' }),
  page: z.coerce.number().int().min(1).max(MAX_SEARCH_PAGES).default(1).meta({ description: '1-based' }),
})
export type SearchQuery = z.infer<typeof SearchQuery>

/** Text with highlighted matches, split into segments. Segments at odd indexes match the query. */
export const MarkedText = z.array(z.string())
export type MarkedText = z.infer<typeof MarkedText>

export const SearchResult = z.object({
  kind: SearchKind,
  id: z.string(),
  path: z.string().meta({ description: 'Path of the result’s page on the site' }),
  title: MarkedText,
  by: z.string().nullable().meta({ description: 'Author of a book, or host of an episode' }),
  language: LanguageTag,
  picture: Picture.nullable(),
  price: z.number().nullable(),
  snippet: MarkedText.meta({ description: 'Excerpt of the description that matches, or the beginning of the description' }),
  places: z
    .array(z.object({ at: z.int(), text: MarkedText }))
    .meta({ description: 'Positions of the matches in the item: 1-based pages of a book, or seconds of an episode' }),
  more: z
    .int()
    .meta({ description: 'Number of further matches in the item; a lower bound when some matches are on pages for buyers only' }),
  hasHidden: z.boolean().meta({ description: 'Whether some further matches are on pages for buyers only' }),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchResults = z.object({
  results: z.array(SearchResult),
  total: z.int().meta({ description: 'Number of results on all pages' }),
  nextPage: z.int().nullable(),
  matchesAny: z.boolean().meta({ description: 'Whether the results contain only some of the words, since nothing contains all of them' }),
  suggestion: z.string().nullable().meta({ description: 'Suggested spelling when nothing is found' }),
})
export type SearchResults = z.infer<typeof SearchResults>
