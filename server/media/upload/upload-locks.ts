import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { ProblemError } from '#server/platform/problems.ts'

/** Notification channel on which a request asks the holder of an upload's lock to release the lock. */
const CHANNEL = 'upload_wanted'
/** Time limit for a stopped request to store its received bytes, in ms. */
const TAKE_OVER_MS = 10_000
const RETRY_MS = 50

export type Release = () => Promise<void>
export type UploadLocks = Awaited<ReturnType<typeof openUploadLocks>>

/** Opens the locks of uploads, each held by one request of one instance. A crash or a lost database connection releases the locks. */
export async function openUploadLocks(deps: Pick<Database, 'pool' | 'controlConnection' | 'sessionLocks'>) {
  const { pool, controlConnection, sessionLocks } = deps
  const holders = new Map<string, () => void>()
  await controlConnection.listen(CHANNEL, (key) => holders.get(key)?.())

  /**
   * Tries to acquire the lock of an upload. Returns a function that releases the lock, or undefined if another request holds it.
   * `onTakeOver` is called if another request wants the lock, or if the lock is lost.
   */
  async function tryAcquire(key: string, onTakeOver: () => void = () => undefined): Promise<Release | undefined> {
    const unlock = await sessionLocks.tryLock(LOCKS.uploads, key, onTakeOver)
    if (!unlock) return undefined
    holders.set(key, onTakeOver)
    return () => {
      holders.delete(key)
      return unlock()
    }
  }

  /**
   * Stops the request that holds the lock of an upload, and waits for the release. A client that requests the offset has abandoned its
   * previous request, which would otherwise wait minutes for bytes from a broken connection.
   */
  async function takeOver(key: string, onTakeOver: () => void): Promise<Release> {
    const giveUpAt = performance.now() + TAKE_OVER_MS
    for (;;) {
      const release = await tryAcquire(key, onTakeOver)
      if (release) return release
      if (performance.now() > giveUpAt) throw locked()
      // The notification is repeated, since it can be lost and another request may have acquired the lock in the meantime.
      await pool.query('select pg_notify($1, $2)', [CHANNEL, key])
      await sleep(RETRY_MS)
    }
  }

  return {
    tryAcquire,
    takeOver,
    acquire: async (key: string, onTakeOver: () => void): Promise<Release> => {
      const release = await tryAcquire(key, onTakeOver)
      if (!release) throw locked()
      return release
    },
  }
}

/** Returns the problem for a locked upload, with status 423 as defined in RFC 4918 §11.3. */
function locked() {
  return new ProblemError(423, 'conflict', 'Another request is writing to this upload')
}
