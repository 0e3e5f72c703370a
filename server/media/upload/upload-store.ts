import type { UploadField } from '#contracts/common/upload.ts'

export type UploadRecord = {
  field: UploadField
  filename: string
  /** Size of the whole file in bytes */
  size: number
  /** Upload-Metadata from the client; HEAD returns it */
  metadata: Record<string, string | null>
}

type StoredUpload = {
  record: UploadRecord
  /** Number of stored bytes, from the beginning of the file */
  bytes: number
  /** Time at which the last bytes were stored */
  touchedAt: Date
}

/** Store of unfinished uploads, which survive restarts. A key is "admin/upload", so that administrators can't use each other's uploads. */
export interface UploadStore {
  create(key: string, record: UploadRecord): Promise<void>
  find(key: string): Promise<StoredUpload | undefined>
  /**
   * Stores the source's bytes at `offset`, the end of the stored bytes, and returns the new end. When the source fails, the call rejects
   * but the bytes received so far are stored: the client resumes there. Bytes counted by `find` survive a crash.
   */
  append(key: string, offset: number, source: AsyncIterable<Buffer>): Promise<number>
  /** Reads the file from its beginning to `end` */
  read(key: string, end: number): AsyncIterable<Buffer>
  /** Creates the whole file at `path`, where it remains when the upload is removed. Takes no space on the same disk. */
  link(key: string, path: string): Promise<void>
  /** Removes an upload; a missing one is no error. */
  remove(key: string): Promise<void>
  /** Lists all uploads, including damaged ones */
  list(): Promise<{ key: string; touchedAt: Date }[]>
}
