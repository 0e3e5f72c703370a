import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandError } from '#server/platform/problems.ts'
import { type MediaStore, MissingMediaError } from './media-store.ts'

/** Maximum number of consecutive failures without progress after which reading is resumed. */
const MAX_FAILURES = 2
const PAUSE_MS = 1000

export class DamagedMediaError extends Error {
  constructor(key: string) {
    super(`The stored file ${key} is damaged`)
    this.name = 'DamagedMediaError'
  }
}

/**
 * Reads a whole file of known size, and resumes an interrupted download with the remaining bytes. Rejects with `MissingMediaError`, at the
 * end with `DamagedMediaError` if the content doesn't match the digest in its key, or with a `CommandError` that names an unreadable file.
 */
export async function* readVerified(
  { open }: Pick<MediaStore, 'open'>,
  { key, bytes }: { key: string; bytes: number },
  { pauseMs = PAUSE_MS } = {},
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let read = 0
  let failures = 0
  while (read < bytes) {
    try {
      for await (const chunk of await open(key, { start: read, end: bytes - 1 })) {
        read += chunk.length
        failures = 0
        hash.update(chunk)
        yield chunk
      }
      if (read < bytes) throw new DamagedMediaError(key)
    } catch (error) {
      if (error instanceof MissingMediaError || error instanceof DamagedMediaError) throw error
      if (++failures > MAX_FAILURES)
        throw new CommandError(`The stored file ${key} can’t be read: ${(error as Error).message}`, { cause: error })
      await delay((failures - 1) * pauseMs)
    }
  }
  if (hash.digest('hex') !== key.slice(0, 64)) throw new DamagedMediaError(key)
}
