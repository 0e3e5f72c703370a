import { z } from 'zod'
import { MarkedText } from '#contracts/catalogue/search.ts'

export const MAX_PAGE_HITS = 100

export const PageSearchQuery = z.object({
  q: z.string().trim().min(1).max(200).meta({
    description: 'Search terms; "quotes" search for a phrase, - excludes a word, or separates alternatives',
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
    .meta({ description: 'Ordered by page' }),
  total: z.int().meta({ description: 'Number of matching pages' }),
  suggestion: z.string().nullable().meta({ description: 'The search with similar words of the book, if it has no matches but these have' }),
  isComplete: z.boolean().meta({ description: 'False while the text of some pages is still being extracted' }),
})
export type PageHits = z.infer<typeof PageHits>
