import type { UploadField } from '#contracts/upload.ts'

export type UploadRecord = {
  field: UploadField
  filename: string
  /** Bytes of the whole file */
  size: number
  /** As the client sent it; HEAD returns it */
  metadata: Record<string, string | null>
}

type StoredUpload = {
  record: UploadRecord
  /** Bytes that are stored, from the file's beginning */
  bytes: number
  /** When the last bytes were stored */
  touchedAt: Date
}

/** Stores unfinished uploads, also across restarts. A key is "admin/upload", so that no admin can use another's uploads. */
export interface UploadStore {
  create(key: string, record: UploadRecord): Promise<void>
  find(key: string): Promise<StoredUpload | undefined>
  /**
   * Stores what the source yields at `offset`, where the stored bytes end, and returns where they end then. What arrived is kept even when it
   * rejects because the source broke off: the client resumes there. Bytes that count in `find` survive the process.
   */
  append(key: string, offset: number, source: AsyncIterable<Buffer>): Promise<number>
  /** The first bytes of the file, up to `end` */
  read(key: string, end: number): AsyncIterable<Buffer>
  /** Puts the whole file at `path`, where it stays when the upload is removed. Takes no space if it is on the same disk. */
  link(key: string, path: string): Promise<void>
  /** Removing a missing upload is no error. */
  remove(key: string): Promise<void>
  /** All uploads, damaged ones too */
  list(): Promise<{ key: string; touchedAt: Date }[]>
}
