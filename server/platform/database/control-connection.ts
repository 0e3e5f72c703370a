import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'
import { retry } from '#server/platform/concurrency/retry.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { CANNOT_CONNECT_NOW, DatabaseUnavailableError } from './database-unavailable.ts'
import { LOCKS } from './locks.ts'
import { inTime, requireOwnConnection, SharedConnectionError } from './own-connection.ts'
import { destroyConnection, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'
import { ANSWER_MS, BEAT_MS, closeClient, openClient, reconnectWhenLost } from './reconnect-database.ts'
import { createSessionLocks } from './session-locks.ts'

const NAME = 'lectern control'
const RETRY_MS = 500
/** Time limit for opening a connection at startup, in ms. */
const FIRST_CONNECT_MS = 10_000
/** Time limit in ms of a stopping instance for a new connection. */
const LEAVE_MS = 2000
/** Time limit in ms of a stopping instance for a server that is recovering from a crash, within the time limit of the whole shutdown. */
const RECOVERY_MS = 15_000
/** Time in ms after which a connection without a response may have missed notifications. */
const TRUST_MS = 2 * BEAT_MS
/** Number of pings between two checks whether notifications still arrive. Each ping also checks that the same backend responds. */
const PROOF_PINGS = 120

type PingOptions = Pick<Parameters<typeof reconnectWhenLost>[0], 'pool' | 'restart' | 'onUnavailable' | 'onRestored'>
export type ControlConnection = Awaited<ReturnType<typeof openControlConnection>>

/**
 * Opens the control connection, which lives as long as the instance and is reopened when it is lost. It monitors the availability of the
 * database, receives notifications from other instances, and holds advisory locks: one marks the instance as running, the others are
 * `sessionLocks`. PostgreSQL releases the locks when the instance dies. A pooler that shares connections between transactions would lose
 * notifications and locks. A shared connection is therefore refused at startup, and later counts as one that may have missed notifications.
 * The caller starts the pings that detect a lost connection.
 * @param options.isGuest whether other instances may stop an embedded server while this process uses it; a guest never stops the server
 * @param options.onShared called once when a pooler starts to share the connection
 */
export async function openControlConnection(
  getUrl: GetDatabaseUrl,
  {
    isGuest = false,
    proofPings = PROOF_PINGS,
    onShared = () => undefined,
  }: { isGuest?: boolean; proofPings?: number; onShared?: (error: Error) => void } = {},
) {
  const instance = randomInt(1, 2 ** 31 - 1)
  const listeners = new Map<string, (payload: string) => void>()
  let isLeaving = false
  let isShared = false
  let answeredAt = 0
  /** Connection that receives notifications. */
  let joined: { client: Client; backend: number; pings: number } | undefined
  let joining = Promise.withResolvers<Client>()
  let reconnecting: ReturnType<typeof reconnectWhenLost> | undefined

  const first = await openClient(getUrl, NAME, FIRST_CONNECT_MS)
  try {
    await join(first, follow(first))
  } catch (error) {
    destroyConnection(first)
    throw error
  }

  /** Passes notifications of a connection to the listeners. Returns a signal that aborts when the connection is lost. */
  function follow(client: Client) {
    const lost = new AbortController()
    // The listener limit is removed, since each held session lock adds a listener.
    client.setMaxListeners(0)
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
    client.once('end', () => {
      lost.abort()
      if (joined?.client === client) joined = undefined
    })
    return lost.signal
  }

  async function join(client: Client, signal: AbortSignal) {
    // The connection is checked for a pooler before it gets any settings: settings of a shared connection would affect other instances.
    const backend = await requireOwnConnection(client, getUrl)
    await inTime(client.query(SET_KEEPALIVE))
    // Listening starts before the locks are acquired, since the server may still hold them for the lost connection.
    for (const channel of listeners.keys()) await inTime(client.query(`listen ${client.escapeIdentifier(channel)}`))
    // A leaving instance takes no lock, which would keep the last instance from stopping the server.
    if (isLeaving) return
    joined = { client, backend, pings: 0 }
    joining.resolve(client)
    joining = Promise.withResolvers()
    isShared = false
    answeredAt = performance.now()
    for (const onMessage of listeners.values()) onMessage('')
    if (!isGuest) await acquireLock(client, 'pg_try_advisory_lock_shared($1::bigint)', [LOCKS.controlConnection], signal)
    await acquireLock(client, 'pg_try_advisory_lock($1::int, $2::int)', [LOCKS.instance, instance], signal)
  }

  function rejoin(client: Client) {
    const signal = follow(client)
    const attempt = retry(() => join(client, signal), { firstPauseMs: RETRY_MS, signal, ref: false, onFailure: reportShared })
    attempt.catch(() => undefined)
  }

  async function onPing(client: Client, backend: number | undefined) {
    if (joined?.client !== client) return
    if (backend !== joined.backend) throw reportShared(new SharedConnectionError())
    answeredAt = performance.now()
    joined.pings++
    if (joined.pings % proofPings > 0) return
    await requireOwnConnection(client, getUrl).catch((error: unknown) => {
      // Only a shared connection is an error here. Other failures, such as a lost connection, are handled by the next ping.
      if (reportShared(error) instanceof SharedConnectionError) throw error
    })
  }

  function reportShared(error: unknown) {
    if (!isShared && !isLeaving && error instanceof SharedConnectionError) {
      isShared = true
      onShared(error)
    }
    return error
  }

  /** Returns the control connection, or rejects if it is not restored within seconds. */
  async function connected() {
    return (
      joined?.client ??
      withTimeout(joining.promise, ANSWER_MS, { error: () => new DatabaseUnavailableError('No connection to the database') })
    )
  }

  async function stopPings(): Promise<void> {
    isLeaving = true
    await reconnecting?.stop()
  }

  /** Opens a connection. Waits for a server that is recovering from a crash. */
  function reopen() {
    return retry(() => openClient(getUrl, NAME, LEAVE_MS), {
      firstPauseMs: RETRY_MS,
      signal: AbortSignal.timeout(RECOVERY_MS),
      onFailure: (error) => {
        if ((error as DatabaseError).code !== CANNOT_CONNECT_NOW) throw error
      },
    })
  }

  async function isLast(client: Client) {
    await inTime(client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.controlConnection]))
    const { rows } = await inTime(
      client.query<{ last: boolean }>('select pg_try_advisory_lock($1::bigint) as last', [LOCKS.controlConnection]),
    )
    return rows[0]?.last === true
  }

  return {
    /** Random number of this instance; also the name of its temporary folder */
    instance,
    sessionLocks: createSessionLocks(connected),
    /** Calls back with each notification on the channel, and with '' after reconnecting, since some may have been missed. */
    listen: async (channel: string, onMessage: (payload: string) => void): Promise<void> => {
      listeners.set(channel, onMessage)
      const client = await connected()
      await inTime(client.query(`listen ${client.escapeIdentifier(channel)}`))
    },
    /** Connection on which notifications arrive: a new object after each reconnection, undefined while notifications may be missed. */
    listener: (): object | undefined => (performance.now() - answeredAt < TRUST_MS ? joined?.client : undefined),
    /**
     * Starts the pings that detect a lost connection.
     * @param options callbacks for an unavailable database, unless another connection monitors the database
     */
    startPings: (options: PingOptions = { onUnavailable: () => undefined, onRestored: () => undefined }): void => {
      reconnecting = reconnectWhenLost({ getUrl, name: NAME, first, onConnect: rejoin, onPing, ...options })
    },
    stopPings,
    /** Closes the connection. The last instance on the database first runs `whenLast`, during which no instance can connect. */
    close: async (whenLast?: () => Promise<void>): Promise<void> => {
      await stopPings()
      let opened: Client | undefined
      try {
        if (!whenLast || isGuest) return
        const last = await isLast(joined?.client ?? first)
          // An instance that has just lost its connection may still be the last one.
          .catch(async () => {
            opened = await reopen()
            return isLast(opened)
          })
          .catch(() => false)
        if (last) await whenLast()
      } finally {
        if (opened) await closeClient(opened)
        await (reconnecting ? reconnecting.close() : closeClient(first))
      }
    },
  }
}

/** Acquires a lock by polling, since a connection that waits for a lock receives no notifications. */
async function acquireLock(client: Client, lock: string, keys: number[], signal: AbortSignal) {
  async function tryLock() {
    const { rows } = await inTime(client.query<{ taken: boolean }>(`select ${lock} as taken`, keys))
    return rows[0]?.taken
  }
  // If the connection is lost, the pause ends early and the next attempt fails.
  while (!(await tryLock())) await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
}
