import { z } from 'zod'
import { Language } from '#contracts/catalogue/language.ts'
import { readIsbn } from '#contracts/catalogue/read-isbn.ts'

/** Returns the schema of ids and text filters without NUL characters, which PostgreSQL's text type can't contain. */
export const plainText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Enter at most ${max} characters.`)
    .refine((text) => !text.includes('\0'), 'Remove the invisible character.')

/** Pattern of list cursors: the rank of the last item (similarity or sales) and its id. */
export const CURSOR = /^(-?\d{1,9})\.([0-9a-f-]{36})$/

/** Search text of visitors. An ISBN is stored as digits, and is searched as it is printed. */
export const SearchText = z
  .string()
  .trim()
  .max(200)
  .overwrite((text) => readIsbn(text) ?? text)

/** Search and paging parameters of all lists. Without `limit`, a list returns all items. */
export const ListQuery = z.object({
  q: SearchText.optional().meta({ description: 'Search text; ignores case and accents, and tolerates small typing mistakes' }),
  limit: z.coerce.number().int().min(1).max(100).optional().meta({ description: 'Number of items per page' }),
  cursor: z.string().max(200).optional().meta({ description: 'Cursor of the next page, from the Link header of the previous response' }),
})
export type ListQuery = z.infer<typeof ListQuery>

export const CatalogueQuery = ListQuery.extend({
  category: plainText(500).optional().meta({ description: 'One or more comma-separated categories; All or empty for every category' }),
})
export type CatalogueQuery = z.infer<typeof CatalogueQuery>

export const BookOrder = z.enum(['newest', 'oldest', 'title', 'cheapest', 'dearest', 'series'])
export type BookOrder = z.infer<typeof BookOrder>

/** Maximum number of books that a request names */
export const MAX_IDS = 24

export const BookQuery = CatalogueQuery.extend({
  ids: plainText(90 * MAX_IDS)
    .refine((text) => text.split(',').length <= MAX_IDS, `Send at most ${MAX_IDS} ids.`)
    .optional()
    .meta({ description: 'Only books with these comma-separated ids, or current or former slugs' }),
  author: plainText(200).optional().meta({ description: 'Only books by this author, ignoring case, spaces and the form of apostrophes' }),
  excludeAuthor: plainText(200)
    .optional()
    .meta({ description: 'Excludes books by this author, ignoring case, spaces and the form of apostrophes' }),
  price: z.enum(['free', 'paid']).optional().meta({ description: 'Only free books, or only priced ones' }),
  series: plainText(100).optional().meta({ description: 'Only books of the series with this slug' }),
  language: Language.optional().meta({
    description: 'Only books in this language, a language tag (BCP 47) with all of its variants: `en` includes `en-GB`',
  }),
  sort: BookOrder.optional().meta({
    description: 'Sort by age, title, price or number in the series instead of by sales, or with q, instead of best matches first',
  }),
})
export type BookQuery = z.infer<typeof BookQuery>

export const AuthorQuery = ListQuery.extend({
  name: plainText(200).optional().meta({ description: 'Only authors with this name, ignoring case, spaces and the form of apostrophes' }),
})
export type AuthorQuery = z.infer<typeof AuthorQuery>

/** A page of a list. `next` is the cursor of the following page; `total` counts all matching items. */
export type Page<Item> = { items: Item[]; total: number; next?: string }

export const ItemId = z.object({ id: plainText(100).min(1) })
