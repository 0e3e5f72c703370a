import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, Pool } from 'pg'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { joinPresence, type Presence } from './presence.ts'

export type Orm = NodePgDatabase
/** A transaction in progress. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** Does the work as a whole or not at all. */
export type Transact = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>

export type Database = {
  url: string
  orm: Orm
  pool: Pool
  presence: Presence
  /** Throws when the database does not answer. */
  check: () => Promise<void>
  describe: () => Promise<{ version: string; bytes: number }>
  close: () => Promise<void>
}

/**
 * Opens the database at `url`, or the embedded one of the data folder, and brings its schema up to date.
 * @param prepare what is done to the schema instead, for those who must find or leave an older one
 */
export async function openDatabase({
  url,
  dataDir,
  poolSize,
  prepare = migrate,
}: {
  url?: string | undefined
  dataDir: string
  poolSize: number
  prepare?: (pool: Pool) => Promise<void>
}): Promise<Database> {
  if (url) return connect(url, { poolSize, prepare })
  for (let attempt = 1; ; attempt++) {
    const server = await startEmbeddedPostgres(dataDir)
    try {
      return await connect(server.url, { poolSize, prepare, stopServer: server.stop })
    } catch (error) {
      // Another app on this folder may have stopped the server between our finding it and our joining it.
      if (attempt === 5 || !isConnectionLoss(error)) throw error
    }
  }
}

async function connect(
  url: string,
  { poolSize, prepare, stopServer }: { poolSize: number; prepare: (pool: Pool) => Promise<void>; stopServer?: () => Promise<void> },
): Promise<Database> {
  const presence = await joinPresence(url)
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    application_name: 'lectern',
    onConnect: forgiveTypingMistakes,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Nor may one that breaks while it is lent out: its work fails, and says so to whoever asked for it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await prepare(pool)
  } catch (error) {
    await pool.end()
    await presence.leave()
    throw error
  }
  return {
    url,
    orm: openOrm(pool),
    pool,
    presence,
    check: async () => {
      await pool.query('select 1')
    },
    describe: async () => {
      const { rows } = await pool.query(
        `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
      )
      return rows[0]
    },
    close: async () => {
      await pool.end()
      await presence.leave(stopServer)
    },
  }
}

/** drizzle on its own would never give back a connection on which not even `begin` worked any more. */
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

/** At the usual 0.6 a letter left out of a short word ("harvst") would find nothing. The pool waits for this before it lends the connection. */
async function forgiveTypingMistakes(client: ClientBase) {
  await client.query('set pg_trgm.word_similarity_threshold = 0.5')
}

function isConnectionLoss(error: unknown) {
  const code = (error as { code?: string }).code ?? ''
  return ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03'].includes(code) || /terminated|ended/.test(String(error))
}
