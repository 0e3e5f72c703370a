import type { FileHandle } from 'node:fs/promises'
import { ProblemError } from '#server/platform/http/problems.ts'
import { HEAD_BYTES } from '#server/platform/media/media-type.ts'

/**
 * Writes a stream into a file from `offset` on and answers where it ended. What has arrived is on the disk for good when
 * this returns, and also when it throws because the stream broke.
 * @param onHead called once with the first bytes of the file when they are there; throws to refuse it
 */
export async function writeBytes(
  file: FileHandle,
  source: AsyncIterable<Buffer>,
  { offset, size, onHead }: { offset: number; size: number; onHead: (head: Buffer) => Promise<void> },
): Promise<number> {
  const wanted = Math.min(HEAD_BYTES, size)
  let head = offset < wanted ? (await file.read(Buffer.alloc(offset), 0, offset, 0)).buffer : undefined
  let position = offset
  try {
    for await (const chunk of source) {
      if (head) {
        head = Buffer.concat([head, chunk])
        if (head.length >= wanted) {
          await onHead(head)
          head = undefined
        }
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
  try {
    for (let done = 0; done < chunk.length; ) {
      const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
      done += bytesWritten
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new ProblemError(507, 'unavailable', 'There is no room for this file on the server')
  }
}
