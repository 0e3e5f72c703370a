import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { UploadField } from '#contracts/upload.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { requireKind } from '#server/platform/media/intake/receive-file.ts'
import { invalidRequest, notFound, ProblemError } from '#server/platform/problems.ts'
import type { UploadFiles } from './upload-files.ts'
import { writeBytes } from './write-bytes.ts'

const FILENAME_LENGTH = 255

/**
 * The tus server's storage. The package's own file store acknowledges bytes before they are flushed to the disk, and does not check the
 * type of a file.
 */
export class UploadDataStore extends DataStore {
  // Without creation-defer-length, since the limits need the length.
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #files: UploadFiles
  readonly #lifetimeMs: number
  readonly #requireFreeSpace: RequireFreeSpace

  constructor(files: UploadFiles, { lifetimeMs, requireFreeSpace }: { lifetimeMs: number; requireFreeSpace: RequireFreeSpace }) {
    super()
    this.#files = files
    this.#lifetimeMs = lifetimeMs
    this.#requireFreeSpace = requireFreeSpace
  }

  override async create(upload: Upload): Promise<Upload> {
    const { field, filename, metadata } = readMetadata(upload.metadata)
    await this.#files.create(upload.id, { field, filename, metadata, size: upload.size ?? 0 })
    return upload
  }

  override async write(source: Readable, key: string, offset: number): Promise<number> {
    const { record } = await this.#find(key)
    await this.#requireFreeSpace(0)
    const file = await this.#files.open(key)
    try {
      return await writeBytes(file, source, {
        offset,
        size: record.size,
        requireFreeSpace: this.#requireFreeSpace,
        onHead: (head) => this.#files.save(key, { ...record, type: requireKind(head, record.field, record.field) }),
      })
    } catch (error) {
      // Later bytes can't change the type.
      if (error instanceof ProblemError && error.status === 415) await this.#files.remove(key)
      throw error
    } finally {
      await file.close()
    }
  }

  /** The time of the last bytes is the creation date, from which the tus server calculates the expiry. */
  override async getUpload(key: string): Promise<Upload> {
    const { record, bytes, touchedAt } = await this.#find(key)
    return new Upload({ id: key, size: record.size, offset: bytes, metadata: record.metadata, creation_date: touchedAt.toISOString() })
  }

  override async remove(key: string): Promise<void> {
    await this.#find(key)
    await this.#files.remove(key)
  }

  override getExpiration(): number {
    return this.#lifetimeMs
  }

  async #find(key: string) {
    const upload = await this.#files.find(key)
    if (!upload) throw notFound('upload')
    return upload
  }
}

/** Parses the field and file name. Throws a problem. */
export function readMetadata(metadata: Upload['metadata'] = {}) {
  const field = UploadField.safeParse(metadata.field)
  if (!field.success) throw invalidRequest([{ field: 'field', message: 'Say in Upload-Metadata what the file is for: pdf or audio.' }])
  return { field: field.data, filename: (metadata.filename || 'file').slice(0, FILENAME_LENGTH), metadata }
}
