import { type Client, Pool, type PoolClient } from 'pg'
import { DatabaseUnavailableError, toConnectionError } from './database-unavailable.ts'
import { clientClassFor, destroyConnection, destroyWhenSilent, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'

/** Time limit for a request to get a connection. */
const WAIT_MS = 2000
const CONNECT_MS = 10_000
/** Time limit for a statement to get a lock. */
const LOCK_MS = 2000
/** A transaction idle for this long belongs to an app that hangs or is cut off; PostgreSQL then ends it and releases its locks. */
const IDLE_TRANSACTION_MS = 10_000
/** A connection counts as lost if a statement has had no response for this long. */
const SILENT_MS = 60_000
/** Ends a statement on the server as well, before its connection is destroyed. */
const STATEMENT_MS = 50_000
/** Maximum number of requests that may wait for a connection. */
const MAX_WAITING = 1000

/** At the default of 0.6, a short word with a missing letter ("harvst") would find no match. */
const SEARCH_TOLERANCE = { 'pg_trgm.word_similarity_threshold': '0.5' }
/** Settings of every request connection; times are in milliseconds. */
export const REQUEST_SETTINGS = {
  ...SEARCH_TOLERANCE,
  lock_timeout: String(LOCK_MS),
  statement_timeout: String(STATEMENT_MS),
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_MS),
}
const setAll = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')

export const SET_SEARCH_TOLERANCE = setAll(SEARCH_TOLERANCE)
/** For connections of an account that has the request settings stored. */
export const SET_NO_LIMITS = setAll({ lock_timeout: '0', idle_in_transaction_session_timeout: '0' })

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void

/**
 * Connection pool for requests: the waits for a connection and for a response on it have time limits. Long-running queries use
 * `Database.longWork`.
 */
export class RequestPool extends Pool {
  readonly #isUnavailable: () => boolean
  readonly #clients: Set<Client>
  readonly #waiting = new Set<(error: Error) => void>()

  /**
   * While `isUnavailable` returns true, requests fail immediately.
   * @param isReplica whether the server is read-only. Otherwise connections to a read-only server are refused: it was the primary before a
   * failover
   * @param isPooled whether a pooler gives each transaction another connection of the server
   */
  constructor({
    getUrl,
    size,
    isUnavailable,
    isReplica = false,
    isPooled = false,
  }: {
    getUrl: GetDatabaseUrl
    size: number
    isUnavailable: () => boolean
    isReplica?: boolean
    isPooled?: boolean
  }) {
    const clients = new Set<Client>()
    super({
      Client: clientClassFor(
        getUrl,
        (client) => {
          clients.add(client)
          client.once('end', () => clients.delete(client))
        },
        isPooled,
      ),
      max: size,
      pipeline: isReplica,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'lectern',
      keepAlive: true,
      onConnect: async (client) => {
        destroyWhenSilent(client, SILENT_MS)
        // Behind a pooler, the account has the settings stored: settings made on a connection would affect other clients.
        if (!isPooled) await client.query(`${SET_KEEPALIVE}; ${setAll(REQUEST_SETTINGS)}`)
        if (isReplica) return
        const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
        if (rows[0]?.standby) throw new DatabaseUnavailableError('The database server is a standby')
      },
    })
    this.#clients = clients
    this.#isUnavailable = isUnavailable
    // The pool replaces a broken idle connection; without a listener the error would end the process.
    this.on('error', () => undefined)
    // Handles errors of a broken connection in use as well; its pending query fails.
    this.on('connect', (client) => client.on('error', () => undefined))
  }

  override query = this.#markingLostConnections(super.query)

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const connecting = this.#connectInTime()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    )
  }

  #connectInTime(): Promise<PoolClient> {
    if (this.#isUnavailable()) return Promise.reject(new DatabaseUnavailableError('No connection to the database'))
    if (this.waitingCount >= MAX_WAITING)
      return Promise.reject(new DatabaseUnavailableError('Too many requests are waiting for a database connection'))
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    const giveUp = (error: Error) => {
      clearTimeout(timer)
      this.#waiting.delete(giveUp)
      reject(error)
    }
    // After a blocked event loop, pending connections are handled before the timeout.
    const timer = setTimeout(
      () => setImmediate(giveUp, new DatabaseUnavailableError('Timed out waiting for a database connection')),
      WAIT_MS,
    )
    this.#waiting.add(giveUp)
    super.connect().then(
      (client) => {
        clearTimeout(timer)
        if (this.#waiting.delete(giveUp)) resolve(client)
        else client.release()
      },
      (error: Error) => giveUp(toConnectionError(error)),
    )
    return promise
  }

  #markingLostConnections<Query>(query: Query): Query {
    const original = query as (...args: unknown[]) => unknown
    const wrapped = (...args: unknown[]) => {
      const result = original.apply(this, args)
      return result instanceof Promise ? result.catch((error: Error) => Promise.reject(toConnectionError(error))) : result
    }
    return wrapped as Query
  }

  /** Closes all connections; pending queries and waiting requests fail. */
  abandon() {
    for (const giveUp of this.#waiting) giveUp(new DatabaseUnavailableError('The connection to the database was lost'))
    for (const client of this.#clients) destroyConnection(client)
  }
}
