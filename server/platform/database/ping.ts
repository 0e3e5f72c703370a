import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseUnavailableError } from './database-unavailable.ts'

const TICK_MS = 250
const TICKS = 8

/** Pause between two pings of a monitored connection. */
export const BEAT_MS = 500
/** Time limit for a response. With the pause, a hanging server is noticed within 2.5 seconds. */
export const ANSWER_MS = TICKS * TICK_MS

/**
 * Asks the server on this connection whether it is a standby, and which of its processes responds. Rejects with a DatabaseUnavailableError
 * if no response arrives in time. Counts ticks instead of time: a process whose event loop was blocked for seconds has counted one.
 */
export async function ping(client: Client): Promise<{ isStandby: boolean; backend: number | undefined }> {
  const answer = client.query<{ standby: boolean; backend: number }>('select pg_is_in_recovery() as standby, pg_backend_pid() as backend')
  let settled = false
  const done = () => {
    settled = true
  }
  answer.then(done, done)
  for (let tick = 0; tick < TICKS && !settled; tick++) await Promise.race([answer, sleep(TICK_MS, undefined, { ref: false })])
  if (!settled) throw new DatabaseUnavailableError('The database server does not respond')
  const [row] = (await answer).rows
  return { isStandby: row?.standby === true, backend: row?.backend }
}
