import { createHash, randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MEDIA_TYPES, type MediaType } from '#contracts/common/file-formats.ts'
import { asFault } from '#server/media/file-errors.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { writeWholeFile } from '#server/platform/files/write-whole-file.ts'
import { unreadableFile, wrongFileType } from '#server/platform/problems.ts'

export function preparedOriginal(
  { path, bytes, sha256, type }: UploadedFile,
  extension: string = MEDIA_TYPES[type].extension,
): PreparedFile {
  return { key: `${sha256}.${extension}`, path, type, bytes, role: 'original' }
}

export async function prepareBytes(
  data: Uint8Array,
  { folder, type, role }: { folder: string; type: MediaType; role: PreparedFile['role'] },
): Promise<PreparedFile> {
  const path = join(folder, `${randomUUID()}.part`)
  await writeWholeFile(path, data)
  const sha256 = createHash('sha256').update(data).digest('hex')
  return { key: `${sha256}.${MEDIA_TYPES[type].extension}`, path, type, bytes: data.length, role }
}

/** Describes a file that a child process has written. */
export async function prepareWritten(path: string, { type, role }: { type: MediaType; role: PreparedFile['role'] }): Promise<PreparedFile> {
  const { size } = await stat(path)
  return { key: `${await hashFile(path)}.${MEDIA_TYPES[type].extension}`, path, type, bytes: size, role }
}

/**
 * Returns a function that converts an error from the sandbox process into a problem (400, 415) for the form field.
 * @param unusable first sentence of the message about a damaged file
 */
export function refuseFor(field: string, unusable = '') {
  return (error: unknown): never => {
    const { wrongKind, message } = asFault(error)
    throw wrongKind ? wrongFileType(field, message) : unreadableFile(field, `${unusable}${message}`)
  }
}
