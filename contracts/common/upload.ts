import { z } from 'zod'
import { TextFinding } from '#contracts/reading/book-reflow.ts'
import { EDITION_FORMATS, FILE_FORMATS, type FileFormat, FORMAT_NAMES } from './file-formats.ts'

/** Form field that a file is uploaded for, which is named for its format. Files for an `import` may be of any type. */
export const UploadField = z.enum([...EDITION_FORMATS, 'import'])
export type UploadField = z.infer<typeof UploadField>

/** Id of an upload: random, and too long to be guessed. */
export const UploadId = z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'Invalid upload id.')

/** Size of an upload chunk. A broken connection loses at most one chunk, and a gigabyte needs few requests. */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024

/** Returns the schema of the text field by which a form refers to a finished upload. */
export function uploadReference(field: UploadField) {
  return UploadId.optional().meta({ description: `Id of a finished upload at /api/uploads, instead of \`${field}\`` })
}

/** Uploaded recording before publication. */
export const UploadedRecording = z.object({
  durationSeconds: z.number(),
  duration: z.string().meta({ description: 'Duration of the recording as m:ss, mm:ss or h:mm:ss' }),
  convertedFrom: z.string().nullable().meta({ description: 'Codec of the recording if it is converted at publication, otherwise null' }),
  chapters: z.int().default(0).meta({ description: 'Number of chapters in the tags of the recording' }),
  chaptersLeftOut: z.int().default(0).meta({
    description:
      'Number of further chapters, which have no title, begin in the same second as another or after the end, or exceed the limit',
  }),
  inPodcastApps: z.enum(['plays', 'encoded', 'unsupported']).meta({
    description:
      'Whether podcast apps can play the recording, get an AAC version that is encoded after publication, or may be unable to play the recording',
  }),
})
export type UploadedRecording = z.infer<typeof UploadedRecording>

export const PdfNotice = z.enum(['portfolio', 'form', 'blank'])
export type PdfNotice = z.infer<typeof PdfNotice>

/** Uploaded PDF before publication. */
export const UploadedPdf = z.object({
  pageCount: z.int().nullable().meta({ description: 'Number of pages; null when the PDF requires a password' }),
  notice: PdfNotice.nullable().meta({
    description:
      'Reason why readers may see nothing: `portfolio`, whose content is in attached files; `form`, an XFA form, which only Adobe’s programs display; `blank` pages',
  }),
  language: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'Language (BCP 47) that the text seems to be in; null when there is too little text' }),
  findings: z.array(TextFinding).default([]).meta({ description: 'Findings in the text of the pages that were checked' }),
  books: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .default([])
    .meta({ description: 'Existing books with the same file' }),
})
export type UploadedPdf = z.infer<typeof UploadedPdf>

/** Uploaded EPUB before publication. */
export const UploadedEpub = z.object({
  pageCount: z
    .int()
    .meta({ description: 'Number of pages: the pages of the printed book if the file lists them, otherwise stretches of text' }),
  metadata: z
    .object({
      title: z.string(),
      authors: z.array(z.string()),
      language: z.string().nullable(),
      publisher: z.string(),
      description: z.string(),
      rights: z.string(),
      year: z.string().nullable(),
      isbn: z.string().nullable(),
    })
    .meta({ description: 'Metadata in the file, which suggest values of the form' }),
  books: z.array(z.object({ id: z.string(), name: z.string() })).meta({ description: 'Existing books with the same file' }),
})
export type UploadedEpub = z.infer<typeof UploadedEpub>

/** Largest file sizes that this server accepts, in bytes. */
export const FileLimits = z.object(limits(() => z.int()))
export type FileLimits = z.infer<typeof FileLimits>

/** Default file size limits of the settings. */
export const DEFAULT_FILE_LIMITS: FileLimits = limits((format) => FILE_FORMATS[format].limitMb * 1024 * 1024)

function limits<Value>(of: (format: FileFormat) => Value) {
  const entries = FORMAT_NAMES.map((format) => [`${format}Bytes`, of(format)])
  return Object.fromEntries(entries) as Record<`${FileFormat}Bytes`, Value>
}
