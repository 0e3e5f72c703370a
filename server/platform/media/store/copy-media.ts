import { CommandError } from '#server/platform/problems.ts'
import type { MediaStore } from './media-store.ts'
import { DamagedMediaError, readVerified } from './read-verified.ts'

/** Files that are copied at the same time. */
const WIDTH = 4

/**
 * Copies all files of a store into another one, which becomes a store of the same database. Each is compared with its digest on the way; what
 * is there already is skipped, so that a copy that was interrupted goes on.
 */
export async function copyMedia({
  from,
  to,
  signal,
  onFile,
}: {
  from: MediaStore
  to: MediaStore
  signal?: AbortSignal
  onFile: (bytes: number) => void
}): Promise<{ copied: number; skipped: number }> {
  const [id, target] = await Promise.all([from.id(), to.id()])
  if (!id) throw new CommandError('There is no media store to copy: no file was ever stored.')
  if (target && target !== id) throw new CommandError('The media store to copy to belongs to another database. Choose an empty one.')

  const done = { copied: 0, skipped: 0 }
  const keys = from.keys()[Symbol.asyncIterator]()

  /** Takes keys from the list that all take from. */
  async function copyFiles() {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      signal?.throwIfAborted()
      const key = next.value
      const bytes = await from.size(key)
      // Removed since it was listed.
      if (bytes === undefined) continue
      const isThere = (await to.size(key)) === bytes
      if (!isThere) await copyFile(key, bytes)
      done[isThere ? 'skipped' : 'copied'] += 1
      onFile(bytes)
    }
  }

  async function copyFile(key: string, bytes: number) {
    await to.write(key, readVerified(from, { key, bytes })).catch((error: unknown) => {
      if (!(error instanceof DamagedMediaError)) throw error
      throw new CommandError(`The stored file ${key} is damaged, and was not copied.`)
    })
  }

  await Promise.all(Array.from({ length: WIDTH }, copyFiles))
  // Last, so that no app starts on a part of the files.
  await to.setId(id)
  return done
}
