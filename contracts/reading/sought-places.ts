import { z } from 'zod'
import { MAX_PAGES } from './book-pages.ts'
import { MAX_SOUGHT_PLACES } from './place-words.ts'
import { PlaceWords } from './reading-position.ts'

const page = z.int().min(1).max(MAX_PAGES)

/** Places of another edition of a book, whose words are searched in a file. */
export const SoughtPlaces = z.object({
  places: z
    .array(
      z.object({
        page: page.meta({ description: '1-based page in the other edition. The occurrence nearest to this page is found' }),
        words: PlaceWords.optional().meta({ description: 'First words at the place. Without words, those of the page are returned' }),
      }),
    )
    .min(1)
    .max(MAX_SOUGHT_PLACES),
})
export const FoundPlaces = z.object({
  places: z
    .array(
      z.object({
        page: page.nullable().meta({ description: 'Page on which the words begin; null if the file doesn’t contain them' }),
        words: PlaceWords.nullable().meta({ description: 'The words; null for a page without text' }),
      }),
    )
    .meta({ description: 'In the order of the request' }),
  isComplete: z.boolean().meta({ description: 'Whether the text of all pages has been extracted' }),
})
export type SoughtPlaces = z.infer<typeof SoughtPlaces>
export type FoundPlaces = z.infer<typeof FoundPlaces>
