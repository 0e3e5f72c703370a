import type { UploadField } from '#contracts/common/upload.ts'

export type UploadRecord = {
  field: UploadField
  filename: string
  /** Size of the whole file in bytes */
  size: number
  /** Upload-Metadata header from the client, which HEAD requests return */
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
   * Stores the bytes of `source` at `offset`, which must be the end of the stored bytes, and returns the new end. If the source fails, the
   * call rejects, but the bytes received so far are stored, so that the client can resume. Bytes counted by `find` survive a crash.
   */
  append(key: string, offset: number, source: AsyncIterable<Buffer>): Promise<number>
  /** Reads an upload from its beginning to `end` */
  read(key: string, end: number): AsyncIterable<Buffer>
  /**
   * Creates the complete file at `path`, where the file remains when the upload is removed. On the same disk, the file is a link, which
   * takes no space.
   */
  link(key: string, path: string): Promise<void>
  /** Removes an upload. A missing upload is not an error. */
  remove(key: string): Promise<void>
  /** Lists all uploads, including damaged ones */
  list(): Promise<{ key: string; touchedAt: Date }[]>
}
