import { access, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { keepSecret } from '#server/platform/secret-file.ts'
import { removeDeadDrafts } from './dead-drafts.ts'
import { type PostgresHome, postgresHome } from './postgres-home.ts'
import { runningPort } from './postmaster.ts'
import { run } from './run.ts'

const DATABASE = 'lectern'
const USER = 'lectern'

/** Enough for one small server; an operator with more sets DATABASE_URL. */
const SERVER_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=64MB',
  'huge_pages=off',
  'log_timezone=UTC',
  'timezone=UTC',
]

export type EmbeddedPostgres = {
  url: string
  /** Stops the server. Only for the last one who uses it. */
  stop: () => Promise<void>
}

/**
 * Brings up the PostgreSQL of a data folder: creates it on first use, adopts it when it is still running
 * (an app that was killed leaves it behind; a second app shares it), starts it otherwise.
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true })
  const home = await postgresHome(dataDir)
  const password = await keepSecret(join(dataDir, 'postgres.password'))
  await createCluster(home, password)
  const server = await startOrAdopt(home, password)
  await createDatabase(server)
  return {
    url: Object.assign(new URL(server), { pathname: `/${DATABASE}` }).href,
    stop: async () => {
      await pgCtl(home, ['stop', '--mode=fast', '--timeout=30'])
    },
  }
}

/** Made under another name and renamed when whole, so that a crash or a second app never meets half a cluster. */
async function createCluster(home: PostgresHome, password: string) {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return
  const draft = `${home.cluster}.${process.pid}.new`
  const passwordFile = `${home.cluster}.${process.pid}.password`
  await removeDeadDrafts(home.cwd)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (home.account) await chown(passwordFile, home.account.uid, home.account.gid)
  try {
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await run(
      home.binary('initdb'),
      ['--pgdata', draft, '--username', USER, '--auth=scram-sha-256', '--pwfile', passwordFile, ...locale],
      home,
    )
    await rename(draft, home.cluster).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function startOrAdopt(home: PostgresHome, password: string): Promise<string> {
  let problem: unknown
  // More than one try: another app may be starting or stopping the same server at this moment.
  for (let attempt = 0; attempt < 40; attempt++) {
    const running = await runningPort(home)
    if (running) {
      const url = `postgres://${USER}:${password}@127.0.0.1:${running}/postgres`
      problem = await connectOnce(url, home.cluster).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!problem) return url
    } else {
      const port = await freePort()
      problem = await pgCtl(home, ['start', '--wait', '--timeout=60', '--log', home.log, '--options', serverOptions(port)]).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (!problem) continue
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`The embedded PostgreSQL in ${home.cluster} does not come up. Its log is ${home.log}`, { cause: problem })
}

function serverOptions(port: number) {
  return [`port=${port}`, ...SERVER_SETTINGS].map((setting) => `-c ${setting}`).join(' ')
}

function pgCtl(home: PostgresHome, args: string[]) {
  return run(home.binary('pg_ctl'), [...args.slice(0, 1), '--pgdata', home.cluster, '--silent', ...args.slice(1)], home)
}

/** Connects and makes sure that what answers on the port is the server of this cluster. */
async function connectOnce(url: string, cluster: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    if (rows[0]?.data_directory !== cluster) throw new Error(`Another PostgreSQL answers: ${rows[0]?.data_directory}`)
  } finally {
    await client.end()
  }
}

async function createDatabase(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (!rowCount) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    // Two apps that start at once may both find it missing.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function exists(path: string) {
  return access(path).then(
    () => true,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
