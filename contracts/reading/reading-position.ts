import { z } from 'zod'
import { MAX_PAGES } from './book-pages.ts'
import { EDITION_LENGTH, MAX_PLACE_WORDS } from './place-words.ts'

const count = z.int().min(0).max(10_000_000)
/** Acts that are longer ago, in ms, are reported with this age: ten years. */
export const MAX_ACT_AGE_MS = 10 * 366 * 86_400_000

/** Words by which a place is found in another edition. */
export const PlaceWords = z
  .string()
  .max(MAX_PLACE_WORDS)
  .refine((text) => !text.includes('\0'), 'Remove the invisible character.')

/** Reading position in a purchased book. */
const ReadingPosition = z.object({
  page: z.int().min(1).max(MAX_PAGES).meta({ description: '1-based' }),
  text: z
    .object({
      part: count.min(1),
      block: count,
      offset: count,
      words: PlaceWords.optional().meta({
        description: 'First words at the position, by which it is found in another edition of the text',
      }),
    })
    .nullable()
    .meta({
      description:
        'Position in the reflowable text, null in the page view: part (1-based), block in the part and character offset in the block (0-based)',
    }),
  words: PlaceWords.optional().meta({ description: 'Words of the page, by which it is found in another edition, in the page view' }),
  edition: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .length(EDITION_LENGTH)
    .optional()
    .meta({ description: 'Beginning of the key of the file in which the reader was' }),
})

const age = z.int().min(0).max(MAX_ACT_AGE_MS)
const savedAt = z.iso.datetime().meta({ description: 'Version of the position; it changes when any browser saves a position' })

/** Position with the time that has passed since the reader moved there. An age is compared in place of a time, since clocks may be wrong. */
export const ReadingAct = ReadingPosition.extend({
  age: age.default(0).meta({ description: 'Milliseconds since the reader moved to the position' }),
})
export const SavedReadingPosition = ReadingPosition.extend({
  savedAt,
  age: age.meta({ description: 'Milliseconds since the reader moved to the position' }),
})
export const ReadingPositionSaved = z.object({
  savedAt,
  newer: SavedReadingPosition.nullable().meta({
    description: 'Position to which the reader moved later, in another browser; the position in the request is not stored. Null otherwise',
  }),
})

export type ReadingAct = z.input<typeof ReadingAct>
export type SavedReadingPosition = z.infer<typeof SavedReadingPosition>
export type ReadingPositionSaved = z.infer<typeof ReadingPositionSaved>
