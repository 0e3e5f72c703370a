import { z } from 'zod'

/** Text of ids and filters. PostgreSQL’s text can’t contain NUL. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !text.includes('\0'), 'Remove the control character.')

/** Format of cursors: the rank of the last item (how well it matched, or how often it was sold) and its id. */
export const CURSOR = /^(-?\d{1,9})\.([0-9a-f-]{36})$/

/** Search and paging of every list; without `limit`, a list returns all items. */
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

export const CatalogueQuery = ListQuery.extend({
  category: plainText(500).optional().meta({ description: 'One category or several, comma-separated; All or nothing for every category' }),
})
export type CatalogueQuery = z.infer<typeof CatalogueQuery>

export const BookQuery = CatalogueQuery.extend({
  author: plainText(200)
    .optional()
    .meta({ description: 'Only books by this author, in small or capital letters, with any spaces and apostrophes' }),
  excludeAuthor: plainText(200)
    .optional()
    .meta({ description: 'No books by this author, in small or capital letters, with any spaces and apostrophes' }),
})
export type BookQuery = z.infer<typeof BookQuery>

export const AuthorQuery = ListQuery.extend({
  name: plainText(200)
    .optional()
    .meta({ description: 'Only authors of this name, in small or capital letters, with any spaces and apostrophes' }),
})
export type AuthorQuery = z.infer<typeof AuthorQuery>

/** One page of a list. `next` is the cursor of the following page; `total` counts all matching items. */
export type Page<Item> = { items: Item[]; total: number; next?: string }

export const ItemId = z.object({ id: plainText(100).min(1) })
