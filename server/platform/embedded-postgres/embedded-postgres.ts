import type { ExecFileException } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { readOrCreateSecret } from '#server/platform/files/secret-file.ts'
import { CommandError } from '#server/platform/problems.ts'
import { succeeds } from '#server/platform/succeeds.ts'
import { appDatabaseUrl, OWNER, prepareDatabase, protectAuditLog, SUPERUSER } from './embedded-roles.ts'
import { hasCluster, openPostgresHome, type PostgresHome } from './postgres-home.ts'
import { findFullDisk, trimLog } from './postgres-log.ts'
import { readPid, runningPort } from './postmaster.ts'
import { removeAbandonedDrafts } from './remove-abandoned-drafts.ts'
import { isProcessAlive, runProgram } from './run-program.ts'

/** Server settings that are sufficient for a small site; larger sites set DATABASE_URL. */
const SERVER_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=64MB',
  'huge_pages=off',
  'log_timezone=UTC',
  'timezone=UTC',
  // Routine log lines are omitted, since the log grows until it is trimmed. Terse errors omit details, which would contain row values such
  // as email addresses.
  'log_checkpoints=off',
  'log_error_verbosity=terse',
]

/** Time limit in ms for a shutdown of the server. */
const STOP_MS = 30_000

/** Permission to `create` a missing cluster, to `start` the server of an existing one, or only to `join` a running server. */
export type EmbeddedUse = 'create' | 'start' | 'join'

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

/**
 * Starts the PostgreSQL server of a data folder. Creates the cluster on first use. Uses a running server, which a killed instance left
 * behind or another instance shares, and starts a server otherwise.
 */
export async function startEmbeddedPostgres(dataDir: string, use: EmbeddedUse = 'create') {
  if (use === 'create') await mkdir(dataDir, { recursive: true })
  else await requireCluster(dataDir)
  const home = await openPostgresHome(dataDir)
  const passwords = {
    [SUPERUSER]: await readOrCreateSecret(join(dataDir, 'postgres.password')),
    [OWNER]: await readOrCreateSecret(join(dataDir, 'postgres.app.password')),
  }
  await createCluster(home, passwords[SUPERUSER])
  const urlOf = (user: typeof SUPERUSER | typeof OWNER) => `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/postgres`
  let isStarted = false
  let port: number
  try {
    port = await (use === 'join' ? adopt(home, passwords[SUPERUSER]) : startOrAdopt(home, passwords[SUPERUSER], () => (isStarted = true)))
    await prepareDatabase(urlOf(SUPERUSER), passwords[OWNER])
  } catch (error) {
    // A server that this process started and can't use would otherwise be left running.
    if (isStarted) await stop(home).catch(() => undefined)
    throw error
  }
  return {
    /** URL of the database with the catalogue. A restarted server may listen on another port */
    get url() {
      return appDatabaseUrl(urlOf(OWNER))
    },
    /** URL of the cluster's default database, as superuser, for tests that create databases */
    get adminUrl() {
      return urlOf(SUPERUSER)
    },
    protectAuditLog: () => protectAuditLog(urlOf(SUPERUSER)),
    /** Finds the running server or starts it. If several instances call this function concurrently, one of them starts the server. */
    restart: async (): Promise<void> => {
      port = (await runningPort(home)) ?? (await start(home, (await succeeds(freePort(port))) ? port : await freePort()))
    },
    /** Returns the error of a full disk, if the server stopped because of it. */
    findFullDisk: () => findFullDisk(home.log),
    /** Stops the server. To be called only by the last instance that uses the server. */
    stop: () => stop(home),
  }
}

/** Throws if the cluster is missing, since an empty database created by mistake would look like data loss. */
async function requireCluster(dataDir: string) {
  if (!(await hasCluster(dataDir)))
    throw new CommandError(
      `No database found in ${dataDir}. Only the app creates one, at its start; set DATA_DIR (or DATABASE_URL) to the value that the app uses.`,
    )
}

/**
 * Creates the cluster under a temporary name and renames it when complete. A partial cluster is therefore never used, neither after a crash
 * nor by a second instance.
 */
async function createCluster(home: PostgresHome, password: string) {
  await removeAbandonedDrafts(home.cwd)
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return
  const draft = `${home.cluster}.${process.pid}.new`
  const passwordFile = `${home.cluster}.${process.pid}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (home.account) await chown(passwordFile, home.account.uid, home.account.gid)
  try {
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    await runProgram(
      home.binary('initdb'),
      ['--pgdata', basename(draft), '--username', SUPERUSER, '--auth=scram-sha-256', '--pwfile', passwordFile, ...locale],
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

/** Returns the port of the running server. Throws if no server is running. */
async function adopt(home: PostgresHome, password: string): Promise<number> {
  const running = await runningPort(home)
  if (running === undefined)
    throw new CommandError(`The database in ${home.cluster} is not running. Start the app first: commands don’t start the database.`)
  await connectOnce(running, { password, cluster: home.cluster })
  return running
}

/** Returns the port of the running server, and starts the server if necessary. */
async function startOrAdopt(home: PostgresHome, password: string, onStarted: () => void): Promise<number> {
  let problem: unknown
  // Starting PostgreSQL is retried, since another instance may be starting or stopping the same server.
  for (let attempt = 0; attempt < 40; attempt++) {
    const running = await runningPort(home)
    const attempted = running ? connectOnce(running, { password, cluster: home.cluster }) : freePort().then((port) => start(home, port))
    problem = await attempted.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!problem && running) return running
    if (!problem) {
      onStarted()
      continue
    }
    await sleep(250)
  }
  const full = findFullDisk(home.log)
  throw new Error(
    full
      ? `The embedded PostgreSQL in ${home.cluster} could not be started, because its disk is full: ${full}. Free disk space, then start the app again`
      : `The embedded PostgreSQL in ${home.cluster} could not be started. See its log: ${home.log}`,
    { cause: problem },
  )
}

async function start(home: PostgresHome, port: number) {
  await trimLog(home.log)
  await pgCtl(home, ['start', '--wait', '--timeout=60', '--log', basename(home.log), '--options', serverOptions(port)])
  return port
}

/**
 * Stops the server. `pg_ctl` only signals the server: its own wait would continue for a server that another instance starts immediately.
 * It runs again if a signal ended it: a terminal sends Ctrl-C and its own end to every process of a command.
 */
async function stop(home: PostgresHome): Promise<void> {
  const deadline = performance.now() + STOP_MS
  const pid = await readPid(home)
  const isRunning = async () => pid !== undefined && isProcessAlive(pid) && (await readPid(home)) === pid
  try {
    await pgCtl(home, ['stop', '--mode=fast', '--no-wait'])
  } catch (error) {
    if (!(await isRunning())) return
    const { signal } = (error as { cause: ExecFileException }).cause
    if (!signal) throw error
    return stop(home)
  }
  while (await isRunning()) {
    if (performance.now() > deadline)
      throw new Error(
        `The embedded PostgreSQL in ${home.cluster} has not stopped within ${STOP_MS / 1000} seconds. See its log: ${home.log}`,
      )
    await sleep(50)
  }
}

function serverOptions(port: number) {
  return [`port=${port}`, ...SERVER_SETTINGS].map((setting) => `-c ${setting}`).join(' ')
}

/**
 * Runs pg_ctl with paths relative to the home folder: `pg_ctl` passes paths to a shell, which would interpret special characters in folder
 * names.
 */
function pgCtl(home: PostgresHome, args: string[]) {
  return runProgram(home.binary('pg_ctl'), [...args.slice(0, 1), '--pgdata', basename(home.cluster), '--silent', ...args.slice(1)], home)
}

/** Connects to the server on the port, and throws unless the server uses this cluster. */
async function connectOnce(port: number, { password, cluster }: { password: string; cluster: string }) {
  const connectionString = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const folder = rows[0]?.data_directory
    // A server whose data folder was moved continues to run, and still names the former folder.
    if (folder && folder !== cluster && existsSync(folder))
      throw new Error(`Another PostgreSQL server uses this port; its data folder is ${folder}`)
  } finally {
    await client.end()
  }
}

/** Returns the wanted port, or any free port if none is given. Rejects if the wanted port is in use. */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
