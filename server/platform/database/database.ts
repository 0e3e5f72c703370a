import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { type EmbeddedPostgres, type EmbeddedUse, startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { type ConnectionDemand, readConnectionDemand } from './connection-demand.ts'
import { openControlConnection } from './control-connection.ts'
import { isDatabaseUnavailable, isNetworkFailure } from './database-unavailable.ts'
import { type FullDiskWatch, watchFullDisk } from './full-disk.ts'
import { requireKnownVersion, STATE_VERSION } from './known-version.ts'
import { migrate } from './migrate.ts'
import { settlePooledAccount } from './pooled-account.ts'
import { clientClassFor, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'
import { reconnectWhenLost } from './reconnect-database.ts'
import { RequestPool, SET_NO_LIMITS, SET_SEARCH_TOLERANCE } from './request-pool.ts'
import { waitForFirstConnection } from './wait-for-first-connection.ts'

/** Size of the pool for long work: a few connections are enough, since long work runs sequentially. */
const LONG_WORK_CONNECTIONS = 4
/** Statement timeout for copying a large table, and for waiting for the lock of an import. */
const LONG_STATEMENT = '6h'
/** Time limit in ms of a stopping instance for closing connections to a database that may be unavailable. */
const CLOSE_MS = 3000

export type Orm = NodePgDatabase
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** Connection for reading: the pool, or a transaction that includes the reads. */
export type Reader = Orm | Transaction
export type Transact = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>

export type Database = Awaited<ReturnType<typeof openDatabase>>

export type DatabaseOptions = {
  poolSize: number
  /** Callback that runs instead of the schema migration, for commands that need an older schema */
  prepare?: (pool: Pool) => Promise<void>
  /**
   * Callback for status messages: the database becomes unavailable or available again, startup waits for other instances, or a warning
   * occurs
   */
  onStatusChange?: (text: string, details: Record<string, unknown>) => void
}

/**
 * Opens the database at `url`, or the embedded database of the data folder, and migrates its schema.
 * @param embedded permission to create or start an embedded server; a joined server is left running for other instances
 * @param waitUntil signal that ends the wait for a database at `url` that does not respond
 * @param onWait called whenever that wait is reported
 * @param directUrl URL that bypasses the pooler of `url`, for work that needs a connection of its own
 */
export async function openDatabase(
  settings: DatabaseOptions & {
    url?: string
    directUrl?: string
    dataDir: string
    embedded?: EmbeddedUse
    waitUntil?: AbortSignal
    onWait?: () => void
  },
) {
  const { url, directUrl, dataDir, embedded = 'create', waitUntil, onWait, ...options } = settings
  if (url) {
    const open = () => connect(() => url, { ...options, directUrl })
    return waitUntil ? waitForFirstConnection(open, { url, signal: waitUntil, report: options.onStatusChange, onWait }) : open()
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const server = await startEmbeddedPostgres(dataDir, embedded)
      return await connect(() => server.url, { ...options, isGuest: embedded === 'join' }, server)
    } catch (error) {
      // Another instance on this data folder may have stopped the embedded server before this instance connected.
      if (attempt === 5 || !(isDatabaseUnavailable(error) || isNetworkFailure(error))) throw error
    }
  }
}

async function connect(
  getUrl: GetDatabaseUrl,
  {
    poolSize,
    directUrl,
    isGuest = false,
    onStatusChange = (text) => console.warn(text),
    prepare = (pool) => migrate(pool, { report: (line) => onStatusChange(line, {}) }),
  }: DatabaseOptions & { directUrl?: string; isGuest?: boolean },
  server?: Pick<EmbeddedPostgres, 'restart' | 'stop' | 'protectAuditLog' | 'findFullDisk'>,
) {
  const getDirectUrl = directUrl ? () => directUrl : getUrl
  let unavailable = false
  const pool = new RequestPool({ getUrl, size: poolSize, isUnavailable: () => unavailable, isPooled: directUrl !== undefined })
  const fullDisk = watchFullDisk({ readLog: server?.findFullDisk })
  pool.on('connect', fullDisk.follow)
  const longWork = openLongWork(getDirectUrl, fullDisk)
  const availability = {
    pool,
    onUnavailable: (reason: Error) => {
      unavailable = true
      onStatusChange('The database is unavailable; requests that need it are refused until it is available again', {
        reason: fullDisk.reasonOf(reason),
      })
    },
    onRestored: () => {
      unavailable = false
      onStatusChange('The database is available again', {})
    },
  }
  const controlConnection = await openControlConnection(getDirectUrl, {
    isGuest,
    onShared: ({ message }) => onStatusChange(message, {}),
  })
  try {
    await requireKnownVersion(longWork)
    await prepare(longWork)
    await server?.protectAuditLog().catch((error: Error) =>
      onStatusChange('The audit log could not be transferred to its own database account; the next start retries it', {
        reason: error.message,
      }),
    )
    if (directUrl) await settlePooledAccount({ longWork, pool, instance: controlConnection.instance, onStatusChange })
  } catch (error) {
    await Promise.all([pool.end(), longWork.end()])
    await controlConnection.close(server?.stop)
    throw error
  }
  // Pings start last: a server lost during startup makes the start fail or begin again, and must be neither reported nor restarted.
  controlConnection.startPings(directUrl ? undefined : { ...availability, restart: isGuest ? undefined : server?.restart })
  // The pooler is monitored separately: it may be unavailable while the server responds, or lead to another server.
  const pooler = directUrl ? reconnectWhenLost({ getUrl, name: 'lectern watch', ...availability }) : undefined
  const readDemand = () => readConnectionDemand(pool, (directUrl ? 0 : poolSize) + LONG_WORK_CONNECTIONS + 1)
  await readDemand().then(
    (demand) => {
      if (demand.needed > demand.allowed)
        onStatusChange(
          'The apps on this database may need more connections than it allows: lower DATABASE_POOL or raise the limit of the database',
          demand,
        )
    },
    // Failures to read the connection limit are ignored, since the availability check reports a lost database.
    () => undefined,
  )

  return {
    /** Current URL of the database: an embedded server may move to another port */
    get url() {
      return getUrl()
    },
    /**
     * Database access for requests. While the database is unavailable, queries fail within seconds with an error that
     * `isDatabaseUnavailable` recognizes
     */
    orm: openOrm(pool),
    pool: pool as Pool,
    /** Pool without short time limits, for backups, migrations, and locks held during a whole import */
    longWork,
    controlConnection,
    sessionLocks: controlConnection.sessionLocks,
    /** Returns whether the database is unavailable, so that requests that need it are refused */
    isUnavailable: () => unavailable,
    /** Throws if the database does not respond. */
    check: async (): Promise<void> => {
      await pool.query('select 1')
    },
    describe: async (): Promise<{ version: string; bytes: number; connections: ConnectionDemand }> => {
      const { rows } = await pool.query(
        `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
      )
      return { ...rows[0], connections: await readDemand() }
    },
    close: async (): Promise<void> => {
      // Pings stop first: a server that is stopping must be neither reported nor restarted.
      await Promise.all([pooler?.close(), controlConnection.stopPings()])
      // The wait for connections to close is limited, since connections to a hanging database would never close.
      await withTimeout(Promise.all([pool.end(), longWork.end()]), CLOSE_MS, { fallback: undefined })
      pool.abandon()
      await controlConnection.close(server?.stop)
    },
  }
}

function openLongWork(getUrl: GetDatabaseUrl, fullDisk: FullDiskWatch): Pool {
  const pool = new Pool({
    Client: clientClassFor(getUrl),
    max: LONG_WORK_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    application_name: 'lectern long work',
    keepAlive: true,
    onConnect: async (client) =>
      void (await client.query(
        `${SET_KEEPALIVE}; ${SET_SEARCH_TOLERANCE}; ${SET_NO_LIMITS}; ${STATE_VERSION}; set statement_timeout = '${LONG_STATEMENT}'`,
      )),
  })
  return pool
    .on('error', () => undefined)
    .on('connect', (client) => client.on('error', () => undefined))
    .on('connect', fullDisk.follow)
}

/** Works around drizzle, which never releases a connection on which `begin` failed. */
function openOrm(pool: Pool): Orm {
  const orm = drizzle({ client: pool })
  orm.transaction = async (work, settings) => {
    const client = await pool.connect()
    try {
      return await drizzle({ client }).transaction(work, settings)
    } finally {
      client.release()
    }
  }
  return orm
}
