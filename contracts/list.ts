import { z } from 'zod'

/** What an id or a filter is compared with. PostgreSQL’s text can’t hold NUL, and it is never meant. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0'), 'Remove the control character.')

/** What cursors look like: how well the last item matched, or how many of it were sold, and its id. */
export const CURSOR = /^(-?\d{1,9})\.([0-9a-f-]{36})$/

/** Filters and paging that every list understands; without any, a list answers everything. */
export const ListQuery = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Text to search for; case, accents and small typing mistakes are forgiven' }),
  limit: z.coerce.number().int().min(1).max(100).optional().meta({ description: 'How many items a page holds' }),
  cursor: z.string().max(200).optional().meta({ description: 'Where the next page begins, from the Link header of the one before' }),
})
export type ListQuery = z.infer<typeof ListQuery>

/** Filters of what the shop shows. */
export const CatalogueQuery = ListQuery.extend({
  category: plainText(500).optional().meta({ description: 'One category or several, comma-separated; All or nothing for every category' }),
})
export type CatalogueQuery = z.infer<typeof CatalogueQuery>

export const BookQuery = CatalogueQuery.extend({
  author: plainText(200).optional().meta({ description: 'Only books by this author, in small or capital letters and with any spaces' }),
  excludeAuthor: plainText(200)
    .optional()
    .meta({ description: 'No books by this author, in small or capital letters and with any spaces' }),
})
export type BookQuery = z.infer<typeof BookQuery>

/** One page of a list. `next` is the cursor of the page that follows, if any; `total` counts all that the filters let through. */
export type Page<Item> = { items: Item[]; total: number; next?: string }

export const ItemId = z.object({ id: plainText(100).min(1) })
