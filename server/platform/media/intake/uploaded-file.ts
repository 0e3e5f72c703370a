import { createHash, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { fileTooLarge, unreadableFile, wrongFileType } from '#server/platform/problems.ts'
import { explainWrongType } from './explain-wrong-type.ts'
import { detectType, HEAD_BYTES, isAnimated, MEDIA_TYPES, type MediaKind, type MediaType } from './media-type.ts'

/** A whole file in the temporary folder. Its type is what its first bytes announce; nothing has parsed it yet. */
export type UploadedFile = {
  path: string
  bytes: number
  /** Hex, of the whole content */
  sha256: string
  /** As the sender called it: shown, never used as a path */
  filename: string
  /** The form field it came in, named in refusals */
  field: string
  type: MediaType
}

export type FileRule = { kind: MediaKind; limitBytes: number }

/** Where a file goes, and what it is called there. */
export type Destination = { folder: string; requireFreeSpace?: RequireFreeSpace; field: string; filename: string }

/** How much is written between two looks at the disk. */
const ROOM_CHECK_BYTES = 16 * 1024 * 1024

/**
 * Writes a stream to a new file in `folder` and hashes it on the way. Refuses with a problem as soon as the first bytes
 * are of another kind (415), the limit is passed (413) or the disk is nearly full (507); what was written is then removed. An empty stream is refused (400).
 */
export async function receiveFile(
  source: AsyncIterable<Buffer>,
  { folder, requireFreeSpace, field, filename, kind, limitBytes }: FileRule & Destination,
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
      if (bytes - checkedBytes > ROOM_CHECK_BYTES) {
        await requireFreeSpace?.(0)
        checkedBytes = bytes
      }
      if (!type) {
        head = Buffer.concat([head, chunk])
        if (head.length >= HEAD_BYTES) type = requireKind(head, kind, field)
      }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    if (bytes === 0) throw unreadableFile(field, 'The file is empty.')
    type ??= requireKind(head, kind, field)
    return { path, bytes, sha256: hash.digest('hex'), filename, field, type }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** The type that the first bytes announce. Refuses with a problem (415) what is of another kind than the field takes. */
export function requireKind(head: Buffer, kind: MediaKind, field: string): MediaType {
  const type = detectType(head)
  if (!type || MEDIA_TYPES[type].kind !== kind) throw wrongFileType(field, explainWrongType(kind, head))
  if (isAnimated(head)) throw wrongFileType(field, 'This picture moves. Choose a still picture.')
  return type
}
