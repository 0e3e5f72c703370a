import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { LOCKS } from './locks.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'

const POLL_MS = 60_000
const RETRY_MS = 500
/** How long a start waits for the database, and how long an app that runs does before it tries anew. */
const [FIRST_CONNECT_MS, CONNECT_MS] = [10_000, 2000]
/** A connection that was cut without a word answers nothing, and is not waited for when the app leaves. */
const LEAVE_MS = 2000

/**
 * One connection that lives as long as the app. The locks it holds tell others that the app is alive,
 * PostgreSQL drops them when it is killed, and notifications from other apps arrive on it.
 */
export type Presence = {
  /** This app's number among those that run; names its temporary folder */
  instance: number
  /** Calls back with each notification on the channel, and with '' when some may have been lost: after a lost connection is back, and each minute. */
  listen: (channel: string, onMessage: (payload: string) => void) => Promise<void>
  /** Gives up the connection, for a new one as soon as there can be one. */
  disconnect: () => void
  /** Calls back all listeners, as what they listen for may have been missed. */
  notifyAll: () => void
  /** Leaves. When no other app uses this database, `whenLast` runs first; until it is done nobody can join. */
  close: (whenLast?: () => Promise<void>) => Promise<void>
}

export async function openPresence(address: GetDatabaseUrl): Promise<Presence> {
  const instance = randomInt(1, 2 ** 31 - 1)
  const listeners = new Map<string, (payload: string) => void>()
  let leaving = false
  let client: Client
  let joined = false
  await join(FIRST_CONNECT_MS)
  // Until the system notices that a connection was cut without a word, minutes pass in which nothing arrives.
  const poll = setInterval(notifyAll, POLL_MS).unref()

  function notifyAll() {
    for (const onMessage of listeners.values()) onMessage('')
  }

  async function join(connectMs: number) {
    const next = new Client({
      connectionString: address(),
      application_name: 'lectern presence',
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: connectMs,
    })
    client = next
    next.on('error', () => undefined)
    next.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
    try {
      await next.connect()
      // Before the locks: until the server notices too that our connection was lost, it holds them for that.
      for (const [channel, onMessage] of listeners) {
        await next.query(`listen ${next.escapeIdentifier(channel)}`)
        onMessage('')
      }
      await take(next, 'pg_try_advisory_lock_shared($1::bigint)', [LOCKS.presence])
      await take(next, 'pg_try_advisory_lock($1::int, $2::int)', [LOCKS.instance, instance])
    } catch (error) {
      destroyConnection(next)
      throw error
    }
    joined = true
    next.on('end', () => void rejoin())
  }

  /** Asks again and again, since a connection that waits for a lock is given no notifications. */
  async function take(next: Client, lock: string, keys: number[]) {
    while (!leaving) {
      const { rows } = await next.query<{ taken: boolean }>(`select ${lock} as taken`, keys)
      if (rows[0]?.taken) return
      await sleep(RETRY_MS, undefined, { ref: false })
    }
  }

  async function rejoin() {
    joined = false
    while (!leaving && !joined) {
      await sleep(RETRY_MS, undefined, { ref: false })
      // While the database is away, requests report that; here we only wait for it.
      if (!leaving) await join(CONNECT_MS).catch(() => undefined)
    }
  }

  async function isLast() {
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.presence])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1::bigint) as last', [LOCKS.presence])
    return rows[0]?.last === true
  }

  return {
    instance,
    listen: async (channel, onMessage) => {
      listeners.set(channel, onMessage)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    },
    disconnect: () => destroyConnection(client),
    notifyAll,
    close: async (whenLast) => {
      leaving = true
      clearInterval(poll)
      // Without its connection the app holds nothing that others would wait for.
      const last = joined && (await withinTime(isLast()).catch(() => false))
      try {
        if (last) await whenLast?.()
      } finally {
        await withinTime(client.end()).catch(() => undefined)
        destroyConnection(client)
      }
    },
  }
}

function withinTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return Promise.race([work, sleep(LEAVE_MS, undefined, { ref: false })])
}
