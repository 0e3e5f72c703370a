import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { UploadField } from '#contracts/upload.ts'
import { type RequireFreeSpace, SPACE_CHECK_BYTES } from '#server/platform/files/free-disk-space.ts'
import { HEAD_BYTES } from '#server/platform/media/intake/media-type.ts'
import { requireKind } from '#server/platform/media/intake/receive-file.ts'
import { invalidRequest, notFound, ProblemError } from '#server/platform/problems.ts'
import type { UploadFiles } from './upload-files.ts'

const FILENAME_LENGTH = 255

/**
 * The tus server's storage. The package's own file store acknowledges bytes before they are flushed to the disk, and does not check the
 * type of a file.
 */
export class UploadDataStore extends DataStore {
  // Without creation-defer-length, since the limits need the length.
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #files: UploadFiles
  readonly #options: { lifetimeMs: number; requireFreeSpace: RequireFreeSpace }

  constructor(files: UploadFiles, options: { lifetimeMs: number; requireFreeSpace: RequireFreeSpace }) {
    super()
    this.#files = files
    this.#options = options
  }

  override async create(upload: Upload): Promise<Upload> {
    const { field, filename, metadata } = readMetadata(upload.metadata)
    await this.#files.create(upload.id, { field, filename, metadata, size: upload.size ?? 0 })
    return upload
  }

  override async write(source: Readable, key: string, offset: number): Promise<number> {
    const { record } = await this.#find(key)
    const { requireFreeSpace } = this.#options
    await requireFreeSpace(0)
    const file = await this.#files.open(key)
    try {
      const onHead = (head: Buffer) => this.#files.save(key, { ...record, type: requireKind(head, record.field, record.field) })
      return await writeBytes(file, source, offset, { size: record.size, requireFreeSpace, onHead })
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
    return this.#options.lifetimeMs
  }

  async #find(key: string) {
    const upload = await this.#files.find(key)
    if (!upload) throw notFound('upload')
    return upload
  }
}

export function readMetadata(metadata: Upload['metadata'] = {}) {
  const field = UploadField.safeParse(metadata.field)
  if (!field.success) throw invalidRequest([{ field: 'field', message: 'Say in Upload-Metadata what the file is for: pdf or audio.' }])
  return { field: field.data, filename: (metadata.filename || 'file').slice(0, FILENAME_LENGTH), metadata }
}

/**
 * Writes a stream to a file from `offset` on and returns the end offset. All bytes that arrived are flushed to the disk, even when it throws
 * because the stream broke or the disk is full: the client resumes there.
 * @param onHead called once with the first bytes of the file; throws to refuse it
 */
async function writeBytes(
  file: FileHandle,
  source: AsyncIterable<Buffer>,
  offset: number,
  { size, requireFreeSpace, onHead }: { size: number; requireFreeSpace: RequireFreeSpace; onHead: (head: Buffer) => Promise<void> },
): Promise<number> {
  const wanted = Math.min(HEAD_BYTES, size)
  let head = offset < wanted ? (await file.read(Buffer.alloc(offset), 0, offset, 0)).buffer : undefined
  let position = offset
  let checked = offset
  try {
    for await (const chunk of source) {
      if (head) {
        head = Buffer.concat([head, chunk])
        if (head.length >= wanted) {
          await onHead(head)
          head = undefined
        }
      }
      if (position - checked > SPACE_CHECK_BYTES) {
        await requireFreeSpace(0)
        checked = position
      }
      await writeAll(file, chunk, position)
      position += chunk.length
    }
    return position
  } finally {
    await file.sync()
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number) {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}
