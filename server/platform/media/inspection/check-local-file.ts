import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { HEAD_BYTES } from '#server/platform/media/intake/media-type.ts'
import { type FileRule, requireKind, type UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import { fileTooLarge, unreadableFile } from '#server/platform/problems.ts'

/** Looks at a file that lies on this machine as `receiveFile` looks at one that arrives, and refuses the same. It stays where it is. */
export async function checkLocalFile(
  path: string,
  { field, filename, kind, limitBytes }: FileRule & { field: string; filename: string },
): Promise<UploadedFile> {
  const { size } = await stat(path)
  if (size > limitBytes) throw fileTooLarge(field, limitBytes)
  if (size === 0) throw unreadableFile(field, 'The file is empty.')
  const type = requireKind(await readHead(path), kind, field)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash)
  return { path, bytes: size, sha256: hash.digest('hex'), filename, field, type }
}

async function readHead(path: string) {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
