import { CommandError } from '#server/platform/problems.ts'
import type { MediaStore } from './media-store.ts'
import { DamagedMediaError, readVerified } from './read-verified.ts'

/** Number of files copied concurrently. */
const WIDTH = 4

/**
 * Copies all files of a store into another store, which is then paired with the same database. Each file is verified against its digest;
 * files that exist at the target are skipped, so that an interrupted copy can be resumed.
 */
export async function copyMedia(options: { from: MediaStore; to: MediaStore; signal?: AbortSignal; onFile: (bytes: number) => void }) {
  const { from, to, signal, onFile } = options
  const [id, target] = await Promise.all([from.id(), to.id()])
  if (!id) throw new CommandError('Nothing to copy: the media store was never used.')
  if (target && target !== id) throw new CommandError('The target media store belongs to another database. Choose an empty one.')

  const done = { copied: 0, skipped: 0 }
  const keys = from.keys()[Symbol.asyncIterator]()

  /** Copies files from the iterator that all workers share. */
  async function copyFiles() {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      signal?.throwIfAborted()
      const key = next.value
      const bytes = await from.size(key)
      // The file was removed since it was listed.
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
      throw new CommandError(`The stored file ${key} is damaged and was not copied.`)
    })
  }

  await Promise.all(Array.from({ length: WIDTH }, copyFiles))
  // The id is set last, so that no app starts with an incomplete store.
  await to.setId(id)
  return done
}
