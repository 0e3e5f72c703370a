import { z } from 'zod'
import { MAX_PAGES } from './book-pages.ts'

const count = z.int().min(0).max(10_000_000)

/** Reading position in a purchased book. */
export const ReadingPosition = z.object({
  page: z.int().min(1).max(MAX_PAGES).meta({ description: '1-based' }),
  text: z
    .object({ part: count.min(1), block: count, offset: count })
    .nullable()
    .meta({
      description:
        'Position in the reflowable text, null in the page view: part (1-based), block in the part and character offset in the block (0-based)',
    }),
})

const savedAt = z.iso.datetime().meta({ description: 'Version of the position; it changes when any browser saves a position' })
export const SavedReadingPosition = ReadingPosition.extend({ savedAt })
export const ReadingPositionSaved = z.object({ savedAt })

export type ReadingPosition = z.infer<typeof ReadingPosition>
export type SavedReadingPosition = z.infer<typeof SavedReadingPosition>
export type ReadingPositionSaved = z.infer<typeof ReadingPositionSaved>
