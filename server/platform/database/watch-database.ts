import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'

const BEAT_MS = 500
const TICK_MS = 250
/** Together 2 seconds: with the pause between two beats, a database that hangs is noticed within 2.5. */
const TICKS = 8

/**
 * Polls the database on a connection of its own. This tells a database that hangs from a slow statement, and requests can fail at once
 * while it is unavailable.
 * @param restart restarts the embedded server
 * @param onLost called once when the database is lost, `onBack` once when it is back
 */
export async function watchDatabase({
  address,
  restart,
  onLost,
  onBack,
}: {
  address: GetDatabaseUrl
  restart?: (() => Promise<void>) | undefined
  onLost: (reason: Error) => void
  onBack: () => void
}): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let connection = await open(address)

  async function beat() {
    while (!signal.aborted) {
      await connection.ping()
      await pause(BEAT_MS)
    }
  }

  async function reopen() {
    connection.close()
    connection = await open(address)
    await connection.ping()
  }

  async function comeBack() {
    while (!signal.aborted) {
      try {
        // The embedded server may have moved to another port, or need a restart.
        return await reopen().catch(async () => {
          await restart?.()
          await reopen()
        })
      } catch {
        await pause(TICK_MS)
      }
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function watch() {
    while (!signal.aborted) {
      const reason = await beat().catch((error: Error) =>
        // One closed connection means nothing for the others, unless no new one can be opened.
        error instanceof DatabaseUnavailableError ? error : reopen().catch((failure: Error) => failure),
      )
      if (!reason || signal.aborted) continue
      onLost(reason)
      await comeBack()
      if (signal.aborted) return
      onBack()
    }
  }

  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      await connection.end()
    },
  }
}

async function open(address: GetDatabaseUrl) {
  const client = new Client({ connectionString: address(), application_name: 'lectern watch', connectionTimeoutMillis: TICKS * TICK_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    destroyConnection(client)
    throw error
  }
  return {
    ping: () => withinTicks(client.query('select 1')),
    close: () => destroyConnection(client),
    end: () => client.end(),
  }
}

/** Counts ticks instead of time: a process whose event loop was blocked for seconds has counted one. */
async function withinTicks(work: Promise<unknown>) {
  let settled = false
  const done = () => {
    settled = true
  }
  work.then(done, done)
  for (let tick = 0; tick < TICKS && !settled; tick++) await Promise.race([work, sleep(TICK_MS, undefined, { ref: false })])
  if (!settled) throw new DatabaseUnavailableError('It does not answer')
}
