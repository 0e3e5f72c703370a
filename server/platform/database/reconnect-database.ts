import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { retry } from '#server/platform/concurrency/retry.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'

/** Pause between two pings. */
export const BEAT_MS = 500
const RETRY_MS = 250
/** The wait for a response is counted in ticks: a process whose event loop was blocked for seconds has counted one. */
const TICK_MS = 250
const TICKS = 8
/** Time limit for a response. With the pause, a hanging server is noticed within 2.5 seconds. */
export const ANSWER_MS = TICKS * TICK_MS
/** Time limit of a stopping app for a database that may be unavailable. */
const STOP_MS = 3000

/**
 * Pings a database on a permanent connection, and reconnects when the connection is lost. This distinguishes a hanging database from a slow
 * statement, and lets requests fail immediately while the database is unavailable.
 * @param first connection that is already open
 * @param acceptsStandby whether a read-only server is accepted; otherwise it counts as unavailable, as after a failover
 * @param restart restarts the embedded server
 * @param onConnect called with each new connection after its first response
 * @param onPing called with the server process that responded; throws to replace the connection
 * @param onUnavailable called once when the database becomes unavailable; `onRestored` is called once when it is available again
 */
export function reconnectWhenLost({
  getUrl,
  name,
  first,
  acceptsStandby = false,
  restart,
  onConnect,
  onPing,
  onUnavailable,
  onRestored,
}: {
  getUrl: GetDatabaseUrl
  name: string
  first?: Client
  acceptsStandby?: boolean
  restart?: (() => Promise<void>) | undefined
  onConnect?: (client: Client) => void
  onPing?: (client: Client, backend: number | undefined) => void
  onUnavailable: (reason: Error) => void
  onRestored: () => void
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  let client = first

  async function ping(current: Client) {
    const answer = current.query<{ standby: boolean; backend: number }>(
      'select pg_is_in_recovery() as standby, pg_backend_pid() as backend',
    )
    await requireAnswer(answer)
    const [row] = (await answer).rows
    if (row?.standby && !acceptsStandby) throw new DatabaseUnavailableError('The database server is a standby, which is read-only')
    onPing?.(current, row?.backend)
  }

  /** Throws a DatabaseUnavailableError if a new connection gets no response either, and another error if only this one is silent. */
  async function requireAnswer(answer: Promise<unknown>) {
    if (await settles(answer, TICKS / 2)) return
    const probe = openClient(getUrl, name).then(destroyConnection)
    const isFirst = Promise.any([answer.then(() => true), probe.then(() => false)])
    if (!(await settles(isFirst, TICKS / 2))) throw new DatabaseUnavailableError('The database server does not respond')
    if (!(await isFirst)) throw new Error('The connection to the database does not respond')
  }

  async function reopen() {
    if (client) destroyConnection(client)
    client = undefined
    client = await openClient(getUrl, name)
    if (signal.aborted) return destroyConnection(client)
    await ping(client)
    onConnect?.(client)
  }

  async function beat() {
    if (!client) await reopen()
    while (client) {
      await sleep(BEAT_MS, undefined, { signal, ref: false })
      await ping(client)
    }
  }

  /** Reopens the connection. The embedded server may have moved to another port, or may need a restart. */
  function reconnect() {
    return reopen().catch(async () => {
      await restart?.()
      await reopen()
    })
  }

  async function watch() {
    while (!signal.aborted) {
      const reason = await beat().catch((error: Error) =>
        // A single closed connection does not make the database unavailable, unless no new one can be opened.
        error instanceof DatabaseUnavailableError || signal.aborted ? error : reopen().catch((failure: Error) => failure),
      )
      if (!reason || signal.aborted) continue
      onUnavailable(reason)
      await retry(reconnect, { firstPauseMs: RETRY_MS, signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      onRestored()
    }
  }

  const watching = watch()
  /** Stops the pings; the connection stays open. */
  function stop() {
    stopping.abort()
    return withTimeout(watching, STOP_MS, { fallback: undefined })
  }
  return {
    stop,
    close: async (): Promise<void> => {
      await stop()
      if (!client) return
      // A hanging server would never close the connection.
      await withTimeout(client.end(), STOP_MS, { fallback: undefined })
      destroyConnection(client)
    },
  }
}

/** Opens a connection whose queries may overlap. */
export async function openClient(getUrl: GetDatabaseUrl, name: string, connectMs = ANSWER_MS): Promise<Client> {
  const client = new Client({
    connectionString: getUrl(),
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    pipeline: true,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroyConnection(client)
    throw error
  }
}

/** Whether the work ends within a number of ticks. */
async function settles(work: Promise<unknown>, ticks: number): Promise<boolean> {
  let isSettled = false
  const settling = work.then(
    () => {
      isSettled = true
    },
    () => {
      isSettled = true
    },
  )
  for (let tick = 0; tick < ticks && !isSettled; tick++) await Promise.race([settling, sleep(TICK_MS, undefined, { ref: false })])
  return isSettled
}
