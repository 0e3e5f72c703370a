import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { hashFile } from '#server/platform/files/hash-file.ts'
import { CommandError } from '#server/platform/problems.ts'
import type { MediaStore } from './media-store.ts'

/** Files that are copied at the same time. */
const WIDTH = 4

/**
 * Copies all files of a store into another one, which becomes a store of the same database. Each is compared with its digest on the way; what
 * is there already is skipped, so that a copy that was interrupted goes on.
 * @param folder for files on their way; created, and removed afterwards
 */
export async function copyMedia({
  from,
  to,
  folder,
  signal,
  onFile,
}: {
  from: MediaStore
  to: MediaStore
  folder: string
  signal?: AbortSignal
  onFile: (bytes: number) => void
}): Promise<{ copied: number; skipped: number }> {
  const [id, target] = await Promise.all([from.id(), to.id()])
  if (!id) throw new CommandError('There is no media store to copy: it has never been used.')
  if (target && target !== id) throw new CommandError('The media store to copy to belongs to another database. Choose an empty one.')

  await mkdir(folder, { recursive: true, mode: 0o700 })
  const done = { copied: 0, skipped: 0 }
  const keys = from.keys()[Symbol.asyncIterator]()
  async function copyNext(): Promise<void> {
    signal?.throwIfAborted()
    const { value: key, done: isOver } = await keys.next()
    if (isOver) return
    const bytes = await from.size(key)
    // Removed since it was listed.
    if (bytes !== undefined) {
      const isThere = (await to.size(key)) === bytes
      if (!isThere) await copyFile(key)
      done[isThere ? 'skipped' : 'copied'] += 1
      onFile(bytes)
    }
    return copyNext()
  }

  async function copyFile(key: string) {
    const path = join(folder, randomUUID())
    await pipeline(await from.open(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if ((await hashFile(path)) !== key.slice(0, 64)) throw new CommandError(`The stored file ${key} is damaged, and was not copied.`)
    await to.put({ key, path })
  }

  try {
    await Promise.all(Array.from({ length: WIDTH }, copyNext))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Last, so that no app starts on a part of the files.
  await to.setId(id)
  return done
}
