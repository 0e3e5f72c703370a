import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { retry } from '#server/platform/concurrency/retry.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { ANSWER_MS, BEAT_MS, ping } from './ping.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'

const RETRY_MS = 250

/**
 * Polls the database on a separate connection. This distinguishes a hanging database from a slow statement, and lets requests fail
 * immediately while the database is unavailable.
 * @param acceptsStandby whether a read-only server is accepted; otherwise it counts as unavailable, as after a failover
 * @param restart restarts the embedded server
 * @param onLost called once when the database becomes unavailable; `onBack` is called once when it is available again
 */
export function watchDatabase({
  getUrl,
  acceptsStandby = false,
  restart,
  onUnavailable,
  onRestored,
}: {
  getUrl: GetDatabaseUrl
  acceptsStandby?: boolean
  restart?: (() => Promise<void>) | undefined
  onUnavailable: (reason: Error) => void
  onRestored: () => void
}): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: Client | undefined

  async function check() {
    client ??= await connect(getUrl)
    const { isStandby } = await ping(client)
    if (isStandby && !acceptsStandby) throw new DatabaseUnavailableError('The database server is a standby, which is read-only')
  }

  async function reopen() {
    if (client) destroyConnection(client)
    client = undefined
    await check()
  }

  async function beat() {
    while (!signal.aborted) {
      await check()
      await sleep(BEAT_MS, undefined, { signal, ref: false }).catch(() => undefined)
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
        error instanceof DatabaseUnavailableError ? error : reopen().catch((failure: Error) => failure),
      )
      if (!reason || signal.aborted) continue
      onUnavailable(reason)
      await retry(reconnect, { firstPauseMs: RETRY_MS, signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      onRestored()
    }
  }

  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      await client?.end()
    },
  }
}

async function connect(getUrl: GetDatabaseUrl) {
  const client = new Client({ connectionString: getUrl(), application_name: 'lectern watch', connectionTimeoutMillis: ANSWER_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    destroyConnection(client)
    throw error
  }
}
