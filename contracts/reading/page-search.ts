import { z } from 'zod'
import { MarkedText } from '#contracts/catalogue/search.ts'

export const MAX_PAGE_HITS = 100

export const PageSearchQuery = z.object({
  q: z.string().trim().min(1).max(200).meta({
    description: 'Search terms; "quotes" search for a phrase, a leading - excludes a word, and the word or separates alternatives',
  }),
})

/** Matches of a search within one book. */
export const PageHits = z.object({
  hits: z
    .array(
      z.object({
        page: z.int().meta({ description: '1-based' }),
        count: z.int().positive().meta({ description: 'Number of matches on the page' }),
        text: MarkedText,
      }),
    )
    .max(MAX_PAGE_HITS)
    .meta({ description: 'Matching pages of the book, ordered by page' }),
  total: z.int().meta({ description: 'Number of matching pages' }),
  suggestion: z
    .string()
    .nullable()
    .meta({ description: 'Suggested query with similar words of the book, if the query has no matches but the suggestion has' }),
  isComplete: z.boolean().meta({ description: 'Whether the text of all pages has been extracted' }),
})
export type PageHits = z.infer<typeof PageHits>
