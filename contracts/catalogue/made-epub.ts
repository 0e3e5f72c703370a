import { z } from 'zod'

/** EPUB that is made from the text of a PDF. */
export const MadeEpub = z.object({
  url: z.string().meta({ description: 'Path relative to the media location. The EPUB of a priced book returns 403 without a grant' }),
  bytes: z.int(),
})
export type MadeEpub = z.infer<typeof MadeEpub>

/**
 * State of the EPUB that is made from the text of a book's PDF. Only a `made` one can be offered. `poor`: the text of the PDF is not
 * extracted well enough; `own`: the book has an EPUB file.
 */
export const MadeEpubState = z.enum(['made', 'waiting', 'poor', 'failed', 'locked', 'own', 'no-pdf'])
export type MadeEpubState = z.infer<typeof MadeEpubState>

/** Sentences that say why the EPUB of a book can't be offered. */
export const NOT_OFFERED: Record<Exclude<MadeEpubState, 'made'>, string> = {
  waiting: 'The EPUB is not made yet. That happens in the background; look at it here in some minutes.',
  poor: 'The text of this PDF can’t be extracted well enough for an EPUB.',
  failed: 'No EPUB can be made from this PDF.',
  locked: 'This PDF opens only with a password, so that no EPUB can be made from it.',
  own: 'The book has an EPUB file, which is offered.',
  'no-pdf': 'An EPUB is made from a PDF only.',
}

/** State of the EPUB that is made from the PDF of a book, with its URL for administrators. */
export const AdminMadeEpub = z.object({
  state: MadeEpubState,
  score: z.number().min(0).max(1).nullable().meta({ description: 'Quality of the extracted text; null until it is measured' }),
  bytes: z.int().nullable(),
  url: z.string().nullable().meta({ description: 'Path of the EPUB relative to the media location, valid for an hour' }),
})
export type AdminMadeEpub = z.infer<typeof AdminMadeEpub>
