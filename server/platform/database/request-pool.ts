import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, Pool, type PoolClient } from 'pg'
import { currentVisitor } from '#server/platform/concurrency/current-visitor.ts'
import { createFairQueue, type FairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { DatabaseUnavailableError, toConnectionError } from './database-unavailable.ts'
import { clientClassFor, destroyConnection, destroyWhenSilent, type GetDatabaseUrl, SET_KEEPALIVE } from './postgres-client.ts'

/** Time in ms without a returned connection after which the database counts as hanging, and waiting requests fail. */
const HANGING_MS = 2000
/** Time limit of requests for acquiring a connection from a database that responds, in ms. */
const WAIT_MS = 10_000
const CONNECT_MS = 10_000
/** Time limit of statements for acquiring a lock, in ms. */
const LOCK_MS = 2000
/**
 * Idle timeout of transactions, in ms. A transaction idle for longer belongs to an instance that hangs or is disconnected; PostgreSQL ends
 * it and releases its locks.
 */
const IDLE_TRANSACTION_MS = 10_000
/** Time in ms without a response to a statement after which a connection counts as lost. */
const SILENT_MS = 60_000
/**
 * Statement timeout of the server, in ms: shorter than the time limit of a silent connection, so that the server ends the statement before
 * the connection is destroyed.
 */
const STATEMENT_MS = 50_000
const FINISH_LOOK_MS = 50
/** Maximum number of requests that may wait for a connection. */
const MAX_WAITING = 1000
const BUSY = 'Too many requests are waiting for a database connection'

/** Threshold of the similarity search. At the default of 0.6, a short word with a missing letter ("harvst") would have no match. */
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
/** SQL that removes the stored time limits of the account from connections for long work. */
export const SET_NO_LIMITS = setAll({ lock_timeout: '0', idle_in_transaction_session_timeout: '0' })

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void

/**
 * Connection pool for requests, with time limits for getting a connection and for the response to a statement. Long-running queries use
 * `Database.longWork`.
 */
export class RequestPool extends Pool {
  readonly #isUnavailable: () => boolean
  readonly #clients: Set<Client>
  readonly #waiting = new Set<(error: Error) => void>()
  /** Connections are given to networks in turn, so that no network can delay the statements of others, whatever the requests are. */
  readonly #inTurn: FairQueue
  #returnedAt = 0

  /**
   * Creates the pool. While `isUnavailable` returns true, requests fail immediately. Connections to a read-only server are refused, as to a
   * former primary after a failover.
   * @param isPooled whether a pooler may use a different server connection for each transaction
   */
  constructor({
    getUrl,
    size,
    isUnavailable,
    isPooled = false,
  }: {
    getUrl: GetDatabaseUrl
    size: number
    isUnavailable: () => boolean
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
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'lectern',
      keepAlive: true,
      onConnect: async (client) => {
        destroyWhenSilent(client, SILENT_MS)
        // Behind a pooler, the settings are stored with the account: settings of a connection would affect other clients.
        if (!isPooled) await client.query(`${SET_KEEPALIVE}; ${setAll(REQUEST_SETTINGS)}`)
        const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
        if (rows[0]?.standby) throw new DatabaseUnavailableError('The database server is a standby')
      },
    })
    this.#clients = clients
    this.#inTurn = createFairQueue({ width: size, maxWaiting: MAX_WAITING, maxWaitMs: WAIT_MS, busy: BUSY })
    // Requests wait in this queue instead of the pool's own, which is always empty.
    Object.defineProperty(this, 'waitingCount', { get: () => this.#waiting.size })
    this.#isUnavailable = isUnavailable
    // A listener prevents errors of broken idle connections from ending the process. The pool replaces these connections.
    this.on('error', () => undefined)
    // Errors of broken connections in use are handled as well; the pending query of such a connection fails.
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
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    const askedAt = performance.now()
    const giveUp = (error: Error) => {
      clearTimeout(timer)
      this.#waiting.delete(giveUp)
      reject(error)
    }
    const isWaiting = () => this.#waiting.has(giveUp)
    const giveUpIfHanging = () => {
      const hangsSince = Math.max(askedAt, this.#returnedAt)
      const leftMs = Math.min(hangsSince + HANGING_MS, askedAt + WAIT_MS) - performance.now()
      if (leftMs <= 0) giveUp(new DatabaseUnavailableError('Timed out waiting for a database connection'))
      else if (isWaiting()) timer = setTimeout(giveUpAfterPending, leftMs)
    }
    // The check is deferred by `setImmediate`: after a blocked event loop, new connections are handled first.
    const giveUpAfterPending = () => setImmediate(giveUpIfHanging)
    let timer = setTimeout(giveUpAfterPending, HANGING_MS)
    this.#waiting.add(giveUp)
    const taken = (client: PoolClient) => {
      clearTimeout(timer)
      if (this.#waiting.delete(giveUp)) resolve(client)
      else client.release()
    }
    this.#inTurn({ ...currentVisitor(), isGone: () => !isWaiting() }, () => this.#lend(taken)).catch((error: Error) =>
      giveUp(error instanceof ProblemError ? new DatabaseUnavailableError(BUSY) : toConnectionError(error)),
    )
    return promise
  }

  /** Takes a connection from the pool, and resolves when the connection is returned. */
  async #lend(taken: (client: PoolClient) => void): Promise<void> {
    const client = await super.connect()
    const { promise: returned, resolve } = Promise.withResolvers<void>()
    const { release } = client
    client.release = (error) => {
      this.#returnedAt = performance.now()
      release(error)
      resolve()
    }
    taken(client)
    await returned
  }

  #markingLostConnections<Query>(query: Query): Query {
    const original = query as (...args: unknown[]) => unknown
    const wrapped = (...args: unknown[]) => {
      const result = original.apply(this, args)
      return result instanceof Promise ? result.catch((error: Error) => Promise.reject(toConnectionError(error))) : result
    }
    return wrapped as Query
  }

  /** Resolves when no request uses a connection, or after a time limit. */
  async finish(ms: number): Promise<void> {
    const end = performance.now() + ms
    while (this.totalCount > this.idleCount && performance.now() < end) await sleep(FINISH_LOOK_MS, undefined, { ref: false })
  }

  /** Closes all connections; pending queries and waiting requests fail. */
  abandon() {
    for (const giveUp of this.#waiting) giveUp(new DatabaseUnavailableError('The connection to the database was lost'))
    for (const client of this.#clients) destroyConnection(client)
  }
}
