import { z } from 'zod'
import { Slug } from '#contracts/catalogue/slug.ts'
import { MAX_IDS } from '#contracts/common/list.ts'
import { picture } from './site-picture.ts'
import { line, name, paragraph } from './text-fields.ts'

/** Books that the owner puts together, in order, on a page of their own. */
const Collection = z
  .object({
    title: name('Title'),
    slug: Slug.meta({ title: 'Address', description: 'The end of the page’s address, after /collections/.' }),
    summary: line('In one line').meta({ description: 'Displayed in the bookshop, and above the books.' }),
    text: paragraph('Text').optional().meta({ description: 'Displayed above the books.' }),
    picture: picture('hero', 'Picture', 'Beside the title. Five parts wide and three high, at least 640 pixels wide.'),
    // The books of a collection are read with one request.
    books: z
      .array(Slug.meta({ title: 'Book', format: 'book' }))
      .min(1, 'Choose at least one book.')
      .max(MAX_IDS, `Choose at most ${MAX_IDS} books.`)
      .meta({ title: 'Books', description: 'In this order. Type a title and choose the book; books that are not public are omitted.' }),
  })
  .meta({ title: 'Collection' })
export type Collection = z.infer<typeof Collection>

export const Collections = z
  .array(Collection)
  .max(24, 'Add at most 24 collections.')
  .refine(
    (collections) => new Set(collections.map(({ slug }) => slug)).size === collections.length,
    'Two collections have the same address.',
  )
  .meta({ title: 'Collections', description: 'The bookshop lists the collections in this order.' })
