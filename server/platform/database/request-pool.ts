import { type Client, Pool, type PoolClient } from 'pg'
import { DatabaseUnavailableError, toConnectionError } from './database-unavailable.ts'
import { clientClassFor, destroyConnection, destroyWhenSilent, type GetDatabaseUrl } from './postgres-client.ts'

/** How long a request waits for a connection. One that is opened too late for it serves the next. */
const WAIT_MS = 2000
const CONNECT_MS = 10_000
/** How long a statement waits for a lock that another one holds. */
const LOCK_MS = 2000
/** A transaction that is asked nothing for so long belongs to an app that hangs, and gives its locks back. */
const IDLE_TRANSACTION_MS = 60_000
/** A connection was lost without a word when a statement has had no answer for so long. */
const SILENT_MS = 60_000
/** Requests that wait for a connection at one time; more would only wait to be refused. */
const MAX_WAITING = 1000

/** At the usual 0.6 a letter left out of a short word ("harvst") would find nothing. */
export const SET_SEARCH_TOLERANCE = 'set pg_trgm.word_similarity_threshold = 0.5'

type Lent = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void

/**
 * The connections that requests use: every wait for one, and on one, is bounded. Work that may take long has connections of its own
 * (`Database.longWork`).
 */
export class RequestPool extends Pool {
  readonly #isAway: () => boolean
  readonly #clients: Set<Client>
  readonly #waiting = new Set<(error: Error) => void>()

  /** `isAway` says that nobody needs to try. */
  constructor({ address, size, isAway }: { address: GetDatabaseUrl; size: number; isAway: () => boolean }) {
    const clients = new Set<Client>()
    super({
      Client: clientClassFor(address, (client) => {
        clients.add(client)
        client.once('end', () => clients.delete(client))
      }),
      max: size,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'lectern',
      keepAlive: true,
      onConnect: async (client) => {
        destroyWhenSilent(client, SILENT_MS)
        await client.query(
          `${SET_SEARCH_TOLERANCE}; set lock_timeout = ${LOCK_MS}; set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}`,
        )
      },
    })
    this.#clients = clients
    this.#isAway = isAway
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on('error', () => undefined)
    // Nor may one that breaks while it is lent out: its work fails, and says so to whoever asked for it.
    this.on('connect', (client) => client.on('error', () => undefined))
  }

  override query = this.#knowing(super.query)

  override connect(): Promise<PoolClient>
  override connect(callback: Lent): void
  override connect(callback?: Lent): Promise<PoolClient> | undefined {
    const lent = this.#lend()
    if (!callback) return lent
    lent.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    )
  }

  #lend(): Promise<PoolClient> {
    if (this.#isAway()) return Promise.reject(new DatabaseUnavailableError('The database is away'))
    if (this.waitingCount >= MAX_WAITING) return Promise.reject(new DatabaseUnavailableError('Too many wait for the database'))
    const { promise, resolve, reject } = Promise.withResolvers<PoolClient>()
    const giveUp = (error: Error) => {
      clearTimeout(timer)
      this.#waiting.delete(giveUp)
      reject(error)
    }
    // A process that was itself held up looks first what has come meanwhile.
    const timer = setTimeout(() => setImmediate(giveUp, new DatabaseUnavailableError('No connection came free in time')), WAIT_MS)
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

  /** Has what a lost connection fails with known for that. */
  #knowing<Query>(query: Query): Query {
    const ask = query as (...query: unknown[]) => unknown
    const asking = (...question: unknown[]) => {
      const answer = ask.apply(this, question)
      return answer instanceof Promise ? answer.catch((error: Error) => Promise.reject(toConnectionError(error))) : answer
    }
    return asking as Query
  }

  /** Gives up every connection and whatever waits for an answer or for a connection. */
  abandon() {
    for (const giveUp of this.#waiting) giveUp(new DatabaseUnavailableError('The database was lost'))
    for (const client of this.#clients) destroyConnection(client)
  }
}
