import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaLibrary } from './media-library.ts'

/**
 * Runs the work with a copy of a stored file that stays when the file is removed. On a disk it is a link, and takes no space.
 * @throws MissingMediaError
 */
export async function withCopy<Result>(
  { store, tempFolder }: Pick<MediaLibrary, 'store' | 'tempFolder'>,
  key: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const path = join(tempFolder, `${randomUUID()}.part`)
  try {
    if (store.link) await store.link(key, path)
    else await pipeline(await store.open(key), createWriteStream(path, { flags: 'wx' }))
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
