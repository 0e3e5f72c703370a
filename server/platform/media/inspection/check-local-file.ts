import { open, stat } from 'node:fs/promises'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { HEAD_BYTES } from '#server/platform/media/intake/media-type.ts'
import { type FileRule, requireKind, type UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import { fileTooLarge, unreadableFile } from '#server/platform/problems.ts'

/** Checks a file on this machine as `receiveFile` checks one that is sent, with the same refusals. The file is not moved. */
export async function checkLocalFile(
  path: string,
  { field, filename, kind, limitBytes }: FileRule & { field: string; filename: string },
): Promise<UploadedFile> {
  const { size } = await stat(path)
  if (size > limitBytes) throw fileTooLarge(field, limitBytes)
  if (size === 0) throw unreadableFile(field, 'The file is empty.')
  const type = requireKind(await readHead(path), kind, field)
  return { path, bytes: size, sha256: await hashFile(path), filename, field, type }
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
