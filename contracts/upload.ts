import { z } from 'zod'

/** What is sent in pieces ahead of its form: the form's field that the file is for. */
export const UploadField = z.enum(['pdf', 'audio'])
export type UploadField = z.infer<typeof UploadField>

/** Ids are drawn at random, long enough that none is ever guessed. */
export const UploadId = z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'This is not the id of an upload.')

/** Bytes of a piece: what a lost connection may cost, and few enough round trips for a gigabyte. */
export const UPLOAD_CHUNK_BYTES = 6 * 1024 * 1024

/** Describes the text field that takes a form's file from a finished upload. */
export function uploadReference(field: UploadField) {
  return UploadId.optional().meta({ description: `Id of a finished upload at /api/uploads; \`${field}\` is then left out` })
}
