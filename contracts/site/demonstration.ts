import { z } from 'zod'

/** Counts of the demonstration items that a removal would delete, and the items that would remain, with reasons. */
export const DemonstrationItems = z.object({
  state: z.enum(['none', 'loading', 'loaded', 'removed']),
  removed: z.object({ books: z.int(), episodes: z.int(), authors: z.int() }),
  kept: z.array(
    z.object({
      noun: z.enum(['book', 'podcast', 'author']),
      id: z.string(),
      name: z.string(),
      reason: z.enum(['sold', 'edited', 'has_books']).meta({
        description:
          'sold: the item has payments or owners; edited: an administrator changed the item; has_books: books of this author remain',
      }),
    }),
  ),
})
export type DemonstrationItems = z.infer<typeof DemonstrationItems>
