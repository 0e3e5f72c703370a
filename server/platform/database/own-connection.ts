import { randomUUID } from 'node:crypto'
import { Client, DatabaseError } from 'pg'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { SettingsError } from '#server/platform/problems.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { destroyConnection, type GetDatabaseUrl } from './postgres-client.ts'
import { ANSWER_MS } from './reconnect-database.ts'

const SHARED =
  'The database URL points to a pooler that shares connections between transactions (PgBouncer: pool_mode = transaction). Locks and ' +
  'notifications belong to a connection. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself; DATABASE_URL may then point to the pooler.'

export class SharedConnectionError extends SettingsError {
  override name = 'SharedConnectionError'
  constructor() {
    super(SHARED)
  }
}

/**
 * Verifies that a connection has a backend of its own. The same backend must respond while another connection is in a transaction, and a
 * notification from that connection must arrive. Returns the backend's process id. @throws SharedConnectionError
 */
export async function requireOwnConnection(client: Client, getUrl: GetDatabaseUrl): Promise<number> {
  const outcome = await tryOwnConnection(client, getUrl)
  // A late response is checked once more: its cause may be a pooler with a single connection, or a machine that was busy for a moment.
  return outcome === 'waited' ? requireNoWait(await tryOwnConnection(client, getUrl)) : outcome
}

function requireNoWait(outcome: number | 'waited') {
  if (outcome === 'waited') throw new SharedConnectionError()
  return outcome
}

/** Returns the process id of the backend, or `waited` if its response arrived only after the other connection's transaction ended. */
async function tryOwnConnection(client: Client, getUrl: GetDatabaseUrl): Promise<number | 'waited'> {
  const first = await inTime(backendOf(client))
  const other = new Client({ connectionString: getUrl(), application_name: 'lectern proof', connectionTimeoutMillis: ANSWER_MS })
  other.on('error', () => undefined)
  try {
    try {
      await other.connect()
    } catch (error) {
      // The server's connection limit is reached, so there is no pooler: a pooler would have queued this connection.
      if (error instanceof DatabaseError && error.code === '53300') return first.pid
      throw error
    }
    // The transaction of the other connection occupies a server process: a pooler would assign the process that was used last.
    await inTime(other.query('begin; select 1'))
    const asked = backendOf(client)
    const again = await withTimeout(asked, ANSWER_MS, { fallback: undefined })
    if (again === undefined) {
      await inTime(other.query('rollback'))
      await inTime(asked)
      return 'waited'
    }
    if (again.pid !== first.pid) throw new SharedConnectionError()
    if (!first.isStandby) await requireNotification(client, other)
    await inTime(other.query('rollback'))
    return first.pid
  } finally {
    await withTimeout(other.end(), ANSWER_MS, { fallback: undefined }).catch(() => undefined)
    destroyConnection(other)
  }
}

async function requireNotification(client: Client, other: Client) {
  const channel = `proof ${randomUUID()}`
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const hear = (message: { channel: string }) => void (message.channel === channel && resolve())
  client.on('notification', hear)
  try {
    await inTime(client.query(`listen "${channel}"`))
    await inTime(other.query(`select pg_notify('${channel}', ''); commit`))
    await withTimeout(arrived, ANSWER_MS, { error: () => new SharedConnectionError() })
    await inTime(client.query(`unlisten "${channel}"`))
  } finally {
    client.off('notification', hear)
  }
}

/** Returns the process id of the backend that responds on the connection, and whether its server is a standby. */
async function backendOf(client: Client): Promise<{ pid: number; isStandby: boolean }> {
  const { rows } = await client.query<{ pid: number; standby: boolean }>('select pg_backend_pid() as pid, pg_is_in_recovery() as standby')
  return { pid: rows[0]?.pid ?? 0, isStandby: rows[0]?.standby === true }
}

/** Limits the time to wait for a response from the database. */
export function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return withTimeout(work, 2 * ANSWER_MS, { error: () => new DatabaseUnavailableError('The database server does not respond') })
}
