import { z } from 'zod'

/** Field that a file is uploaded for. Files for an `import` may be of any kind. */
export const UploadField = z.enum(['pdf', 'audio', 'import'])
export type UploadField = z.infer<typeof UploadField>

/** Random, and too long to be guessed. */
export const UploadId = z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'Invalid upload id.')

/** Chunk size: a broken connection loses at most this, and a gigabyte needs few round trips. */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024

/** Creates the text field by which a form refers to a finished upload. */
export function uploadReference(field: UploadField) {
  return UploadId.optional().meta({ description: `Id of a finished upload at /api/uploads, instead of \`${field}\`` })
}

/** An uploaded recording before publication. */
export const UploadedRecording = z.object({
  durationSeconds: z.number(),
  duration: z.string().meta({ description: 'm:ss, mm:ss or h:mm:ss' }),
  convertedFrom: z.string().nullable().meta({ description: 'Codec of the recording when publishing converts it, else null' }),
  inPodcastApps: z.enum(['plays', 'encoded', 'unsupported']).meta({
    description: 'Whether podcast apps play the recording, get an AAC version that is encoded after publication, or may not play it',
  }),
})
export type UploadedRecording = z.infer<typeof UploadedRecording>

export const PdfNotice = z.enum(['portfolio', 'form', 'blank'])
export type PdfNotice = z.infer<typeof PdfNotice>

/** An uploaded PDF before publication. */
export const UploadedPdf = z.object({
  pageCount: z.int().nullable().meta({ description: 'Null when the PDF opens only with a password' }),
  notice: PdfNotice.nullable().meta({
    description:
      'Reason why readers may see nothing: `portfolio`, whose content is in attached files; `form`, an XFA form, which only Adobe’s programs display; `blank` pages',
  }),
  books: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .default([])
    .meta({ description: 'Books that have the same file' }),
})
export type UploadedPdf = z.infer<typeof UploadedPdf>

const MB = 1024 * 1024

/** Largest file sizes that this server accepts, in bytes. */
export const FileLimits = z.object({ imageBytes: z.int(), pdfBytes: z.int(), audioBytes: z.int(), transcriptBytes: z.int() })
export type FileLimits = z.infer<typeof FileLimits>

/** Defaults of the settings. */
export const DEFAULT_FILE_LIMITS: FileLimits = { imageBytes: 15 * MB, pdfBytes: 500 * MB, audioBytes: 1024 * MB, transcriptBytes: 2 * MB }
