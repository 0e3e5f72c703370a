import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '#server/platform/media/store/media-store.ts'

/**
 * Copies a stored file to a path whose name says what is in it, readable by its owner alone: it may be for sale. One that is
 * there, whole, from a run before is kept.
 */
export async function copyOut(store: MediaStore, key: string, path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  )
  if (size !== undefined && size === (await store.size(key))) return
  const unfinished = `${path}.unfinished`
  try {
    await rm(unfinished, { force: true })
    await pipeline(await store.open(key), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
