import type { UploadField } from '#contracts/upload.ts'
import type { UploadedFile } from './receive-file.ts'

/** The file of a finished upload, as if it had come with the form. */
export type ClaimedUpload = {
  file: UploadedFile
  /** Removes the upload, after its file was published. */
  consume: () => Promise<void>
  /** Unlocks the upload. */
  release: () => void
}

/**
 * Locks a finished upload and links its file into `folder`. Throws a problem (400) for `field` if the upload is unknown, locked, another
 * admin's, unfinished, expired or for another field.
 */
export type ClaimUpload = (wanted: { id: string; field: UploadField; adminId: string; folder: string }) => Promise<ClaimedUpload>
