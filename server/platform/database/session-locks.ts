import type { Client } from 'pg'
import { toConnectionError } from './database-unavailable.ts'
import type { LOCKS } from './locks.ts'
import { inTime } from './own-connection.ts'
import { destroyConnection } from './postgres-client.ts'

type LockClass = (typeof LOCKS)[keyof typeof LOCKS]

export type SessionLocks = ReturnType<typeof createSessionLocks>

/**
 * Creates advisory locks that outlive a transaction. The control connection of an instance holds all its locks, so that locks occupy no
 * connection of the pool. If the instance dies or the connection is lost, PostgreSQL releases the locks.
 */
export function createSessionLocks(connected: () => Promise<Client>) {
  // Names of held locks. A session could acquire its own lock a second time, which must not count as success.
  const taken = new Set<string>()

  async function lock(lockClass: LockClass, key: string): Promise<Client | undefined> {
    const client = await connected()
    const query = client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, hashtext($2)) as taken', [lockClass, key])
    const { rows } = await inTime(query).catch((error: Error) => {
      // If the query fails, the connection is closed, since the server may have granted the lock.
      destroyConnection(client)
      throw toConnectionError(error)
    })
    return rows[0]?.taken ? client : undefined
  }

  /**
   * Acquires a lock and returns a function that releases the lock. Returns undefined if this or another instance holds the lock.
   * @param onLost called if the lock is lost before it is released
   */
  async function tryLock(lockClass: LockClass, key: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> {
    const name = `${lockClass} ${key}`
    if (taken.has(name)) return undefined
    taken.add(name)
    const holder = await lock(lockClass, key).catch((error: unknown) => {
      taken.delete(name)
      throw error
    })
    if (!holder) {
      taken.delete(name)
      return undefined
    }
    holder.once('end', onLost)
    return async () => {
      holder.off('end', onLost)
      // If releasing the lock fails, the connection is closed, which also releases the lock.
      const unlock = holder.query('select pg_advisory_unlock($1::int, hashtext($2))', [lockClass, key])
      await inTime(unlock).catch(() => destroyConnection(holder))
      taken.delete(name)
    }
  }

  return {
    tryLock,

    /** Runs the work with a lock, unless an instance already holds the lock. The work's signal also aborts if the lock is lost. */
    withLock: async (lockClass: LockClass, key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => {
      const lost = new AbortController()
      const unlock = await tryLock(lockClass, key, () => lost.abort())
      if (!unlock) return
      try {
        await work(AbortSignal.any([signal, lost.signal]))
      } finally {
        await unlock()
      }
    },
  }
}
