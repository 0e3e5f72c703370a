import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import { UploadField } from '#contracts/common/upload.ts'
import { normalizeText } from '#server/platform/normalize-text.ts'
import { invalidRequest, notFound, ProblemError } from '#server/platform/problems.ts'
import { HEAD_BYTES } from './media-type.ts'
import { requireFormat } from './receive-file.ts'
import type { UploadStore } from './upload-store.ts'

const FILENAME_LENGTH = 255

/**
 * Storage of the tus server. The stores published with tus acknowledge bytes before they are flushed to the disk, require features that few
 * S3 services support, and do not check the type of a file.
 */
export class UploadDataStore extends DataStore {
  // The extension creation-defer-length is not supported, since size limits require the length.
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  readonly #store: UploadStore
  readonly #lifetimeMs: number

  constructor(store: UploadStore, { lifetimeMs }: { lifetimeMs: number }) {
    super()
    this.#store = store
    this.#lifetimeMs = lifetimeMs
  }

  override async create(upload: Upload): Promise<Upload> {
    const { field, filename, metadata } = readMetadata(upload.metadata)
    await this.#store.create(upload.id, { field, filename, metadata, size: upload.size ?? 0 })
    return upload
  }

  override async write(source: Readable, key: string, offset: number): Promise<number> {
    const { field, size } = (await this.#find(key)).record
    const headBytes = Math.min(HEAD_BYTES, size)
    const head = offset < headBytes ? await Array.fromAsync(this.#store.read(key, offset)) : undefined
    // Files of an import are not checked here: the import checks them and reports errors by row.
    const check = (bytes: Buffer) => void (field === 'import' || requireFormat(bytes, field, field))
    try {
      return await this.#store.append(key, offset, head ? checkHead(source, { head, headBytes, check }) : source)
    } catch (error) {
      // An upload of the wrong type is removed, since further bytes can't change its type.
      if (error instanceof ProblemError && error.status === 415) await this.#store.remove(key)
      throw error
    }
  }

  /**
   * Returns an upload. The returned creation date is the time of the last received bytes, so that the tus server calculates the expiry from
   * this time.
   */
  override async getUpload(key: string): Promise<Upload> {
    const { record, bytes, touchedAt } = await this.#find(key)
    return new Upload({ id: key, size: record.size, offset: bytes, metadata: record.metadata, creation_date: touchedAt.toISOString() })
  }

  override async remove(key: string): Promise<void> {
    await this.#find(key)
    await this.#store.remove(key)
  }

  override getExpiration(): number {
    return this.#lifetimeMs
  }

  async #find(key: string) {
    const upload = await this.#store.find(key)
    if (!upload) throw notFound('upload')
    return upload
  }
}

export function readMetadata(metadata: Upload['metadata'] = {}) {
  const field = UploadField.safeParse(metadata.field)
  if (!field.success)
    throw invalidRequest([{ field: 'field', message: `Set field in Upload-Metadata to one of ${UploadField.options.join(', ')}.` }])
  return { field: field.data, filename: normalizeText(metadata.filename || 'file').slice(0, FILENAME_LENGTH), metadata }
}

/**
 * Passes a stream through, and calls `check` once with the first bytes of the file, as many as type detection needs. If `check` throws, the
 * file is refused.
 */
async function* checkHead(
  source: AsyncIterable<Buffer>,
  { head, headBytes, check }: { head: Buffer[]; headBytes: number; check: (bytes: Buffer) => void },
): AsyncGenerator<Buffer> {
  let missing = headBytes - Buffer.concat(head).length
  for await (const chunk of source) {
    if (missing > 0) {
      head.push(chunk)
      missing -= chunk.length
      if (missing <= 0) check(Buffer.concat(head))
    }
    yield chunk
  }
}
