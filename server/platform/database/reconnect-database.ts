import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { retry } from '#server/platform/concurrency/retry.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { CANNOT_CONNECT_NOW, DatabaseUnavailableError } from './database-unavailable.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'
import type { RequestPool } from './request-pool.ts'

/** Pause between two pings, in ms. */
export const BEAT_MS = 500
/** Number of pings between two checks whether the server accepts new connections. */
const KNOCK_PINGS = 10
const RETRY_MS = 250
/** Duration of a tick, in ms. Timeouts count ticks: if the event loop was blocked for seconds, only one tick has passed. */
const TICK_MS = 250
const ANSWER_TICKS = 8
/** Time limit for a new connection and its first response, in ticks. After a silent connection, RECHECK_TICKS is used instead. */
const REOPEN_TICKS = 16
const RECHECK_TICKS = 4
/** Time limit for a response from the database, in ms. */
export const ANSWER_MS = ANSWER_TICKS * TICK_MS
/** Time limit in ms for requests in flight on a server that is shutting down. */
const FINISH_MS = 5000
/** Time limit in ms of a stopping instance for closing a connection to a database that may be unavailable. */
const STOP_MS = 3000

/**
 * Pings a database on a permanent connection, and reconnects when the connection is lost. The pings distinguish a hanging database from a
 * slow statement, and let requests fail immediately while the database is unavailable. A silent server is detected within 2.5 seconds, and
 * the connections of requests are closed. If a new connection gets no response either, the database counts as unavailable, 3.5 seconds
 * after the failure at the latest. A server that is shutting down responds to pings until its last client disconnects, but refuses new
 * connections: this counts as unavailable too, and requests in flight finish first. So does a read-only server, as after a failover.
 * @param first connection that is already open
 * @param pool connections that are closed when the pinged connection is silent, since the same interruption may affect them
 * @param restart restarts the embedded server
 * @param onConnect called with each new connection after its first response
 * @param onPing called with the process id of the backend that responded, and awaited before the next ping; throws to replace the
 * connection
 * @param onUnavailable called once when the database becomes unavailable; `onRestored` is called once when it is available again
 */
export function reconnectWhenLost(options: {
  getUrl: GetDatabaseUrl
  name: string
  first?: Client
  pool?: RequestPool
  restart?: () => Promise<void>
  onConnect?: (client: Client) => void
  onPing?: (client: Client, backend: number | undefined) => Promise<void>
  onUnavailable: (reason: Error) => void
  onRestored: () => void
}) {
  const { getUrl, name, first, pool, restart, onConnect, onPing, onUnavailable, onRestored } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let client = first
  let restarting: Promise<void> | undefined

  async function ping(current: Client) {
    const { rows } = await current.query<{ standby: boolean; backend: number }>(
      'select pg_is_in_recovery() as standby, pg_backend_pid() as backend',
    )
    if (rows[0]?.standby) throw new DatabaseUnavailableError('The database server is a standby, which is read-only')
    return rows[0]?.backend
  }

  async function reopen(ticks = REOPEN_TICKS) {
    if (client) destroyConnection(client)
    const next = createClient(getUrl, name)
    client = next
    await withinTicks(
      next.connect().then(() => ping(next)),
      ticks,
    )
    if (!signal.aborted) onConnect?.(next)
  }

  async function beat() {
    if (!client) await reopen()
    let refusal: unknown
    for (let pings = 1; client; pings++) {
      await sleep(BEAT_MS, undefined, { signal, ref: false })
      if (refusal) throw refusal
      // Opening a connection may take seconds on a busy server, so pings do not wait for it.
      if (pings % KNOCK_PINGS === 0)
        void knock().then((error) => {
          refusal = error
        })
      const backend = await withinTicks(ping(client), ANSWER_TICKS)
      await onPing?.(client, backend)
    }
  }

  /** Opens and closes a connection. Returns the error of a server that accepts none at present; other failures are left to the pings. */
  async function knock(): Promise<unknown> {
    const visitor = createClient(getUrl, name)
    try {
      await withinTicks(visitor.connect(), ANSWER_TICKS)
      await closeClient(visitor)
    } catch (error) {
      destroyConnection(visitor)
      if (isRefused(error)) return error
    }
  }

  /** Reopens the connection. The embedded server may have moved to another port, or may need a restart. */
  function reconnect() {
    return reopen().catch(async (error: unknown) => {
      if (signal.aborted) throw error
      restarting = restart?.()
      await restarting
      await reopen()
    })
  }

  async function watch() {
    while (!signal.aborted) {
      const lost = await beat().catch((error: Error) => error)
      if (signal.aborted) return
      const isSilent = lost instanceof DatabaseUnavailableError
      if (isSilent) pool?.abandon()
      // The database counts as unavailable only if no new connection can be opened.
      const reason = await reopen(isSilent ? RECHECK_TICKS : REOPEN_TICKS).catch((error: Error) => error)
      if (!reason || signal.aborted) continue
      onUnavailable(reason)
      if (isRefused(reason)) await pool?.finish(FINISH_MS)
      pool?.abandon()
      await retry(reconnect, { firstPauseMs: RETRY_MS, signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      onRestored()
    }
  }

  const watching = watch()
  /** Stops the pings without closing the connection. Waits for a restart of the embedded server, which the last instance then stops. */
  async function stop() {
    stopping.abort()
    await restarting?.catch(() => undefined)
    await withTimeout(watching, STOP_MS, { fallback: undefined })
  }
  return {
    stop,
    close: async (): Promise<void> => {
      await stop()
      if (client) await closeClient(client)
    },
  }
}

function isRefused(error: unknown) {
  return error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
}

/** Opens a connection that supports overlapping queries. */
export async function openClient(getUrl: GetDatabaseUrl, name: string, connectMs: number): Promise<Client> {
  const client = createClient(getUrl, name, connectMs)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroyConnection(client)
    throw error
  }
}

function createClient(getUrl: GetDatabaseUrl, name: string, connectMs = ANSWER_MS): Client {
  const client = new Client({
    connectionString: getUrl(),
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    pipeline: true,
  })
  return client.on('error', () => undefined)
}

export async function closeClient(client: Client): Promise<void> {
  // The wait for the connection to close is limited, since a hanging server would never close the connection.
  await withTimeout(client.end(), STOP_MS, { fallback: undefined })
  destroyConnection(client)
}

/** Limits the time for a response to a number of ticks. */
async function withinTicks<Result>(work: Promise<Result>, ticks: number): Promise<Result> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  const settling = work.then(settle, settle)
  for (let tick = 0; tick < ticks && !isSettled; tick++) await Promise.race([settling, sleep(TICK_MS, undefined, { ref: false })])
  if (!isSettled) throw new DatabaseUnavailableError('The database server does not respond')
  return work
}
