import { CommandError } from '#server/platform/problems.ts'
import type { MediaStore } from './media-store.ts'
import { DamagedMediaError, readVerified } from './read-verified.ts'

/** Number of files copied concurrently. */
const WIDTH = 4

/**
 * Copies all files of a media store into a target store, which is then paired with the same database. Each file is verified against its
 * digest. Files that exist in the target store are skipped, so that an interrupted copy can be resumed.
 */
export async function copyMedia(options: { from: MediaStore; to: MediaStore; signal?: AbortSignal; onFile: (bytes: number) => void }) {
  const { from, to, signal, onFile } = options
  const [id, target] = await Promise.all([from.id(), to.id()])
  if (!id) throw new CommandError('Nothing to copy: the media store was never used.')
  if (target && target !== id) throw new CommandError('The target media store belongs to another database. Choose an empty one.')

  const done = { copied: 0, skipped: 0 }
  const keys = from.keys()[Symbol.asyncIterator]()

  /** Copies files from an iterator that all concurrent copiers share. */
  async function copyFiles() {
    for (let next = await keys.next(); !next.done; next = await keys.next()) {
      signal?.throwIfAborted()
      const key = next.value
      const bytes = await from.size(key)
      // A file may have been deleted since it was listed.
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
  // The store's id is set last, so that no server starts with an incomplete store.
  await to.setId(id)
  return done
}
