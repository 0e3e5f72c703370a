import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { LOCKS } from './locks.ts'
import { requireOwnConnection, SharedConnectionError } from './own-connection.ts'
import { BEAT_MS, ping } from './ping.ts'
import { destroyConnection, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'

const RETRY_MS = 500
/** Time limits for a connection at startup, and when reconnecting. */
const [FIRST_CONNECT_MS, CONNECT_MS] = [10_000, 2000]
/** Time limit for the database when the app stops. */
const LEAVE_MS = 2000
/** A connection without a response for this long may have missed notifications. */
const TRUST_MS = 2 * BEAT_MS
/** Number of beats between two proofs that notifications arrive; each beat proves that the same backend responds. */
const PROOF_BEATS = 120

export type ControlConnection = Awaited<ReturnType<typeof openControlConnection>>

/**
 * Opens the control connection, which lives as long as the app. Its advisory locks show other apps that this one is running; PostgreSQL
 * releases the locks when the app dies. It also receives the notifications of other apps. A pooler that shares connections between
 * transactions would lose both: such a connection is refused at startup, and later counts as one that may have missed notifications.
 * @param options.isGuest whether apps may stop an embedded server while this app uses it; a guest never stops the server
 * @param options.onShared called once when a pooler starts to share the connection
 */
export async function openControlConnection(
  getUrl: GetDatabaseUrl,
  { isGuest = false, onShared = () => undefined }: { isGuest?: boolean; onShared?: (error: Error) => void } = {},
) {
  const instance = randomInt(1, 2 ** 31 - 1)
  const listeners = new Map<string, (payload: string) => void>()
  let leaving = false
  let client: Client
  let joined = false
  let listening: Client | undefined
  let answeredAt = 0
  let isShared = false
  await join(FIRST_CONNECT_MS)

  async function join(connectMs: number) {
    const next = new Client({
      connectionString: getUrl(),
      application_name: 'lectern control',
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      connectionTimeoutMillis: connectMs,
    })
    client = next
    next.on('error', () => undefined)
    next.once('end', () => {
      if (listening === next) listening = undefined
    })
    next.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
    try {
      await next.connect()
      // Checked first: settings of a shared connection would affect other apps.
      const backend = await requireOwnConnection(next, getUrl)
      await next.query(SET_KEEPALIVE)
      // Precedes the locks, which the server may still hold for the lost connection.
      for (const channel of listeners.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
      listening = next
      answeredAt = performance.now()
      void beat(next, backend)
      for (const onMessage of listeners.values()) onMessage('')
      if (!isGuest) await acquireLock(next, 'pg_try_advisory_lock_shared($1::bigint)', [LOCKS.controlConnection])
      await acquireLock(next, 'pg_try_advisory_lock($1::int, $2::int)', [LOCKS.instance, instance])
    } catch (error) {
      destroyConnection(next)
      throw error
    }
    joined = true
    isShared = false
    next.on('end', () => void rejoin())
  }

  /** Pings the connection; without pings, a silently cut connection would be noticed only after minutes. */
  async function beat(next: Client, backend: number) {
    try {
      for (let beats = 1; !leaving; beats++) {
        const answer = await ping(next)
        if (answer.backend !== backend) throw new SharedConnectionError()
        if (beats % PROOF_BEATS === 0) await requireOwnConnection(next, getUrl).catch(throwShared)
        answeredAt = performance.now()
        await sleep(BEAT_MS, undefined, { ref: false })
      }
    } catch (error) {
      reportShared(error)
      destroyConnection(next)
    }
  }

  function reportShared(error: unknown) {
    if (isShared || leaving || !(error instanceof SharedConnectionError)) return
    isShared = true
    onShared(error)
  }

  /** Polls, since a connection that waits for a lock receives no notifications. */
  async function acquireLock(next: Client, lock: string, keys: number[]) {
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
      if (!leaving) await join(CONNECT_MS).catch(reportShared)
    }
  }

  async function isLast() {
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.controlConnection])
    const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1::bigint) as last', [LOCKS.controlConnection])
    return rows[0]?.last === true
  }

  return {
    /** Random number of this app; also the name of its temporary folder */
    instance,
    /** Calls back with each notification on the channel, and with '' after reconnecting, since some may have been missed. */
    listen: async (channel: string, onMessage: (payload: string) => void): Promise<void> => {
      listeners.set(channel, onMessage)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    },
    /** Drops the connection and reconnects as soon as possible. */
    disconnect: () => destroyConnection(client),
    /** Connection on which notifications arrive: a new object after each reconnection, undefined while notifications may be missed. */
    listener: (): object | undefined => (performance.now() - answeredAt < TRUST_MS ? listening : undefined),
    /** Closes the connection. If no other app uses this database, `whenLast` runs first, and no app can connect until it has finished. */
    close: async (whenLast?: () => Promise<void>): Promise<void> => {
      leaving = true
      const last = joined && !isGuest && (await withTimeout(isLast(), LEAVE_MS, { fallback: false }).catch(() => false))
      try {
        if (last) await whenLast?.()
      } finally {
        await withTimeout(client.end(), LEAVE_MS, { fallback: undefined }).catch(() => undefined)
        destroyConnection(client)
      }
    },
  }
}

/** Ignores other failures of a proof: they show at the next beat, unless they concern only the second connection of the proof. */
function throwShared(error: unknown) {
  if (error instanceof SharedConnectionError) throw error
}
