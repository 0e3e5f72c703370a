import type { UploadField } from '#contracts/upload.ts'
import type { UploadedFile } from './uploaded-file.ts'

/** The file of a finished upload, as if it had come with the form. */
export type ClaimedUpload = {
  file: UploadedFile
  /** Removes the upload: what it held has been published. */
  consume: () => Promise<void>
  /** Lets others use it again. */
  release: () => void
}

/**
 * Puts the file of a finished upload into `folder`, for one request at a time. Refuses with a problem (400) beside `field`
 * an upload that is unknown, another admin's, unfinished, expired or for another field.
 */
export type ClaimUpload = (wanted: { id: string; field: UploadField; adminId: string; folder: string }) => Promise<ClaimedUpload>
