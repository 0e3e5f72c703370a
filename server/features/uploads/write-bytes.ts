import type { FileHandle } from 'node:fs/promises'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { HEAD_BYTES } from '#server/platform/media/intake/media-type.ts'

/** How much is written between two checks of the disk. */
const ROOM_CHECK_BYTES = 16 * 1024 * 1024

/**
 * Writes a stream to a file from `offset` on and returns the end offset. All bytes that arrived are flushed to the disk, even when it throws
 * because the stream broke or the disk is full: the client resumes there.
 * @param onHead called once with the first bytes of the file; throws to refuse it
 */
export async function writeBytes(
  file: FileHandle,
  source: AsyncIterable<Buffer>,
  {
    offset,
    size,
    requireFreeSpace,
    onHead,
  }: { offset: number; size: number; requireFreeSpace: RequireFreeSpace; onHead: (head: Buffer) => Promise<void> },
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
      if (position - checked > ROOM_CHECK_BYTES) {
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
