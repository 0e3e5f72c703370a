import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MediaType } from '#contracts/common/file-formats.ts'
import { asFault } from '#server/media/file-errors.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import { prepareWritten } from './prepared-file.ts'

/**
 * Writes the preview of a file to `folder`. Returns undefined if no preview can be created.
 * @param source a path, or the stream of a stored file
 * @param write makes the sandbox process write the preview to `target`; returns whether a preview was written
 */
export async function cutPreview(
  source: string | Readable,
  { folder, type, write }: { folder: string; type: MediaType; write: (files: { path: string; target: string }) => Promise<boolean> },
): Promise<PreparedFile | undefined> {
  const target = join(folder, `${randomUUID()}.part`)
  const copy = typeof source === 'string' ? undefined : join(folder, `${randomUUID()}.part`)
  try {
    if (copy) await pipeline(source, createWriteStream(copy, { flags: 'wx' }))
    if (await write({ path: copy ?? String(source), target })) return await prepareWritten(target, { type, role: 'preview' })
  } catch (error) {
    await rm(target, { force: true })
    asFault(error)
  } finally {
    if (copy) await rm(copy, { force: true })
  }
}
