import pLimit from 'p-limit'
import { Client } from 'pg'
import { toConnectionError } from './database-unavailable.ts'
import type { LOCKS } from './locks.ts'
import { destroyConnection, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'

const CONNECT_MS = 5000
/** Taking or releasing a lock never waits: a server that needs longer hangs. */
const ANSWER_MS = 5000

type LockClass = (typeof LOCKS)[keyof typeof LOCKS]
type Session = { client: Client; onLost: Set<() => void> }

export type SessionLocks = ReturnType<typeof openSessionLocks>

/**
 * Advisory locks that outlive a transaction. All locks of an app share one separate connection, so that none occupies a connection of the
 * pool; it is opened with the first lock. If the app dies or the connection is lost, PostgreSQL releases the locks.
 */
export function openSessionLocks(getUrl: GetDatabaseUrl) {
  // A session could take its own lock a second time, which must not count as success.
  const taken = new Set<string>()
  // The driver runs one query at a time on a connection.
  const inTurn = pLimit(1)
  let session: Session | undefined

  async function connect(): Promise<Session> {
    const client = new Client({
      connectionString: getUrl(),
      application_name: 'lectern locks',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    })
    const opened: Session = { client, onLost: new Set() }
    client.on('error', () => undefined)
    client.once('end', () => {
      drop(opened)
      for (const tell of opened.onLost) tell()
    })
    await orDrop(opened, async () => {
      await client.connect()
      await client.query(SET_KEEPALIVE)
    })
    return opened
  }

  function drop(lost: Session) {
    if (session === lost) session = undefined
    destroyConnection(lost.client)
  }

  /** Drops the connection on failure, since its state is then unknown. */
  async function orDrop<Result>(current: Session, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      drop(current)
      throw toConnectionError(error as Error)
    }
  }

  async function lock(lockClass: LockClass, key: string): Promise<Session | undefined> {
    session ??= await connect()
    const current = session
    const { rows } = await orDrop(current, () =>
      current.client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, hashtext($2)) as taken', [lockClass, key]),
    )
    return rows[0]?.taken ? current : undefined
  }

  return {
    /**
     * Takes a lock and returns a function that releases it; returns undefined if this app or another one holds the lock.
     * @param onLost called if the lock is lost before it is released
     */
    tryLock: async (lockClass: LockClass, key: string, onLost: () => void): Promise<(() => Promise<void>) | undefined> => {
      const name = `${lockClass} ${key}`
      if (taken.has(name)) return undefined
      taken.add(name)
      const holder = await inTurn(() => lock(lockClass, key)).catch((error: unknown) => {
        taken.delete(name)
        throw error
      })
      if (!holder) {
        taken.delete(name)
        return undefined
      }
      const tell = () => onLost()
      holder.onLost.add(tell)
      return async () => {
        holder.onLost.delete(tell)
        const unlock = () => holder.client.query('select pg_advisory_unlock($1::int, hashtext($2))', [lockClass, key])
        // A connection that fails is closed, which also releases the lock.
        await inTurn(() => orDrop(holder, unlock)).catch(() => undefined)
        taken.delete(name)
      }
    },
    /** Drops the connection together with its locks; the next lock opens a new one. */
    disconnect: () => session && drop(session),
    close: async (): Promise<void> => {
      await session?.client.end().catch(() => undefined)
    },
  }
}
