import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileFormat, MEDIA_TYPES, type MediaType } from '#contracts/common/file-formats.ts'
import { type RequireFreeSpace, SPACE_CHECK_BYTES } from '#server/platform/files/free-disk-space.ts'
import { fileTooLarge, unreadableFile, wrongFileType } from '#server/platform/problems.ts'
import { detectType, explainWrongType, HEAD_BYTES, isAnimated } from './media-type.ts'

/** A completely received file in the temporary folder. Its type is detected from its first bytes; the file is not parsed yet. */
export type UploadedFile = {
  path: string
  bytes: number
  /** SHA-256 of the whole content in hex */
  sha256: string
  /** File name from the client: displayed, never used as a path */
  filename: string
  /** Name of the form field, used in error messages */
  field: string
  type: MediaType
}

/**
 * Requirements of a file field. An optional file is deleted by sending an empty text in its field. With `inChunks`, the text field
 * `<field>Upload` may contain the id of a finished upload instead.
 */
export type FileRule = { format: FileFormat; limitBytes: number; optional?: true; inChunks?: true }

export type Destination = { folder: string; requireFreeSpace?: RequireFreeSpace; field: string; filename: string }

/**
 * Writes a stream to a new file in `folder` and hashes its content. Removes the file and throws a problem as soon as the first bytes have
 * the wrong type (415), the limit is exceeded (413), the disk is nearly full (507) or the stream ends without a byte (400).
 */
export async function receiveFile(
  source: AsyncIterable<Buffer>,
  { folder, requireFreeSpace, field, filename, format, limitBytes }: FileRule & Destination,
): Promise<UploadedFile> {
  const path = join(folder, `${randomUUID()}.part`)
  const file = await open(path, 'wx')
  try {
    const hash = createHash('sha256')
    let bytes = 0
    let checkedBytes = 0
    let head = Buffer.alloc(0)
    let type: MediaType | undefined
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > limitBytes) throw fileTooLarge(field, limitBytes)
      if (bytes - checkedBytes > SPACE_CHECK_BYTES) {
        await requireFreeSpace?.(0)
        checkedBytes = bytes
      }
      if (!type) {
        head = Buffer.concat([head, chunk])
        if (head.length >= HEAD_BYTES) type = requireFormat(head, format, field)
      }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (bytes === 0) throw unreadableFile(field, 'The file is empty.')
    type ??= requireFormat(head, format, field)
    return { path, bytes, sha256: hash.digest('hex'), filename, field, type }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Detects the type from the first bytes. Throws a problem (415) unless the file has this format, or if the image is animated. */
export function requireFormat(head: Buffer, format: FileFormat, field: string): MediaType {
  const type = detectType(head)
  if (!type || MEDIA_TYPES[type].format !== format) throw wrongFileType(field, explainWrongType(format, head))
  if (isAnimated(head)) throw wrongFileType(field, 'This image is animated. Choose a still image.')
  return type
}
