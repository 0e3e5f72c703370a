// @module-tag full
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { access, chmod, chown, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { query } from '#tests/support/database-server.ts'
import { runApp, signIn } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

/** The data folder is empty at first, because most tests cover a first start. */
let dataDir: string
const started: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await makeTempFolder()
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Prepares the data folder in the state that an earlier first start leaves. The files belong to `account` if one is given. */
async function startedBefore(account?: { uid: number; gid: number }) {
  await rm(dataDir, { recursive: true })
  dataDir = await makeDataFolder()
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, dataDir])
}

async function startApp(...options: Parameters<typeof runApp>) {
  const app = await runApp(...options)
  started.push(app.process)
  return app
}
function startStranger({ uid, gid }: { uid: number; gid: number }) {
  const stranger = spawn('sleep', ['600'], { uid, gid })
  started.push(stranger)
  return stranger
}
/** The health check is polled: a server on a busy machine may respond with 503 for a moment right after its start. */
const health = async (url: string) => {
  for (let look = 0; ; look++) {
    const { status, headers } = await fetch(`${url}/api/health`)
    if (status !== 503 || !headers.has('retry-after') || look === 20) return status
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
const cluster = () => join(dataDir, 'postgres/18')
const pidFile = () => join(cluster(), 'postmaster.pid')
const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0])
const setAge = (path: string, hours: number) => utimes(path, Date.now() / 1000 - 3600 * hours, Date.now() / 1000 - 3600 * hours)
async function writePid(pid: number | undefined) {
  const lines = (await readFile(pidFile(), 'utf8')).split('\n')
  await writeFile(pidFile(), [String(pid), ...lines.slice(1)].join('\n'))
}

// Tests that signal PostgreSQL run as root and as PostgreSQL's account: root may signal every process, PostgreSQL's account may not.
const idOf = (kind: 'u' | 'g') => Number(execFileSync('id', [`-${kind}`, 'nobody'], { encoding: 'utf8' }))
const unprivileged = process.getuid?.() === 0 ? { uid: idOf('u'), gid: idOf('g') } : undefined
const accounts = [
  { name: 'these tests', account: undefined },
  ...(unprivileged ? [{ name: 'an unprivileged account', account: unprivileged }] : []),
]

test('a stopped server stops its PostgreSQL, and the next start finds all data', async () => {
  const first = await startApp(dataDir)
  const { email } = await first.admin()
  expect(email).not.toBe('')
  expect(await first.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()

  const second = await startApp(dataDir)
  expect(await health(second.url)).toBe(200)
  expect(second.output.join('\n')).not.toContain('and the password')
  await second.stop()
})

test('the PostgreSQL of a killed server is used by the next start', async () => {
  await startedBefore()
  const first = await startApp(dataDir)
  const pid = await postmaster()
  await first.kill()
  const second = await startApp(dataDir)
  expect(await postmaster()).toBe(pid)
  expect(await health(second.url)).toBe(200)
  await second.stop()
})

test('the next start uses the PostgreSQL of a killed server even if the data folder was moved', async () => {
  await startedBefore()
  const first = await startApp(dataDir)
  const pid = await postmaster()
  await first.kill()
  const moved = `${dataDir}-moved`
  await rename(dataDir, moved)
  dataDir = moved
  const second = await startApp(dataDir)
  expect([await postmaster(), await health(second.url)]).toEqual([pid, 200])
  expect(await second.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()
})

describe.each(accounts)('starting again after the server that runs as $name and its PostgreSQL were killed', ({ account }) => {
  beforeEach(() => startedBefore(account))

  test('the next start after a kill restarts PostgreSQL, even if its pid file names an unrelated process', async () => {
    const first = await startApp(dataDir, {}, account)
    const pid = await postmaster()
    await first.kill()
    process.kill(pid, 'SIGKILL')
    // After a reboot the recorded process id may belong to any program, even one of the same account.
    const stranger = startStranger(await stat(cluster()))
    await writePid(stranger.pid)
    const second = await startApp(dataDir, {}, account)
    expect(await health(second.url)).toBe(200)
    expect(stranger.exitCode).toBeNull()
    await second.stop()
  })

  test.each([
    ['is empty', 1],
    ['is empty, and the clock lost its time', -1],
  ])('the next start after a power failure restarts PostgreSQL, even if its pid file %s', async (_state, hours) => {
    await (await startApp(dataDir, {}, account)).stop()
    await writeFile(pidFile(), '')
    await setAge(pidFile(), hours)
    const again = await startApp(dataDir, {}, account)
    expect(await health(again.url)).toBe(200)
    await again.stop()
  })
})

test('two instances that find a stale pid file start only one PostgreSQL', async () => {
  await startedBefore()
  const stranger = startStranger(await stat(cluster()))
  await writeFile(pidFile(), `${stranger.pid}\n${cluster()}\n1\n1\n\n127.0.0.1\n`)
  const apps = await Promise.all([startApp(dataDir), startApp(dataDir)])
  for (const app of apps) expect(await health(app.url)).toBe(200)
  for (const app of apps) expect(await app.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()
})

test.each([
  ['by the next first start', async () => undefined],
  ['by the next start, even if another instance completed the first start', startedBefore],
])('the files of an interrupted first start are removed %s', async (_by, prepare) => {
  await prepare()
  const folder = join(dataDir, 'postgres')
  await mkdir(join(folder, '18.999999999.new/base'), { recursive: true })
  await writeFile(join(folder, '18.999999999.password'), 'half-made')
  const app = await startApp(dataDir)
  expect((await readdir(folder)).toSorted()).toEqual(['18', 'postgres.log'])
  await app.stop()
})

test.runIf(unprivileged)('a server started as root keeps the owner of the files', async () => {
  if (unprivileged) await chown(dataDir, unprivileged.uid, unprivileged.gid)
  await (await startApp(dataDir, {}, unprivileged)).stop()
  await (await startApp(dataDir)).stop()
  expect((await stat(cluster())).uid).toBe(unprivileged?.uid)
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(unprivileged?.uid)
  const again = await startApp(dataDir, {}, unprivileged)
  expect(await health(again.url)).toBe(200)
  await again.stop()
})

test('a database recorded in postgres.location but missing there is an error, and no empty database is created', async () => {
  const folder = join(dataDir, 'moved')
  await writeFile(join(dataDir, 'postgres.location'), `${folder}\n`)
  await expect(startApp(dataDir)).rejects.toThrow(/The database folder is missing: .*postgres\.location names .*moved/)
  expect(await readdir(dataDir)).toEqual(['postgres.location'])

  await mkdir(folder)
  const app = await startApp(dataDir)
  expect(await health(app.url)).toBe(200)
  await access(join(folder, '18/PG_VERSION'))
  await app.stop()
})

test('a server whose media files belong to another database fails to start, keeps the files and leaves no process running', async () => {
  await startedBefore()
  await (await startApp(dataDir)).stop()
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const file = join(dataDir, 'media/00', `${'0'.repeat(64)}.pdf`)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'a book')
  await expect(startApp(dataDir)).rejects.toThrow(/The media in .*media belong to another database/)
  expect(await readFile(file, 'utf8')).toBe('a book')
  await expect(access(pidFile())).rejects.toThrow()
})

test('a server whose migration fails at startup stops its PostgreSQL', async () => {
  await startedBefore()
  const prepare = () => Promise.reject(new Error('no such column'))
  await expect(openDatabase({ dataDir, poolSize: 2, prepare })).rejects.toThrow('no such column')
  await expect(access(pidFile())).rejects.toThrow()

  const app = await startApp(dataDir)
  await expect(openDatabase({ dataDir, poolSize: 2, prepare })).rejects.toThrow('no such column')
  expect(await health(app.url), 'the PostgreSQL of a running app goes on').toBe(200)
  await app.stop()
})

test('a server that can’t sign in to the PostgreSQL that it started stops it', async () => {
  await startedBefore()
  await writeFile(join(dataDir, 'postgres.password'), 'another')
  await expect(startApp(dataDir)).rejects.toThrow('password authentication failed')
  await expect(access(pidFile())).rejects.toThrow()
})

test('a start whose PostgreSQL is stopped by another instance starts it again', async () => {
  await startedBefore()
  const server = await startEmbeddedPostgres(dataDir)
  // The lock of the preparation holds the start until PostgreSQL stops.
  const holder = new Client({ connectionString: server.adminUrl })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('select pg_advisory_lock(7305100)')
  const opening = openDatabase({ dataDir, poolSize: 2 })
  opening.catch(() => undefined)
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 7305100 and not granted`
  await expect.poll(() => holder.query(waiting).then(({ rowCount }) => rowCount)).toBe(1)
  await server.stop()
  const database = await opening
  await database.check()
  await database.close()
  await expect(access(pidFile())).rejects.toThrow()
})

test('stopping PostgreSQL completes even if another instance starts it again immediately', async () => {
  await startedBefore()
  const server = await startEmbeddedPostgres(dataDir)
  const pid = await postmaster()
  const stopped = server.stop()
  while ((await postmaster().catch(() => pid)) === pid) await server.restart().catch(() => undefined)
  await stopped
  await server.stop()
  await expect(access(pidFile())).rejects.toThrow()
})

test('a server that stops while PostgreSQL recovers from a crash stops it', async () => {
  await startedBefore()
  const app = await startApp(dataDir)
  const { adminUrl } = await startEmbeddedPostgres(dataDir)
  const backends = await query(adminUrl, `select pid from pg_stat_activity where application_name = 'lectern control'`)
  for (const { pid } of backends as { pid: number }[]) process.kill(pid, 'SIGKILL')
  expect(await app.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()
})

test('two instances with one data folder share one PostgreSQL, which stops with the last instance', async () => {
  const [one, two] = await Promise.all([startApp(dataDir), startApp(dataDir)])
  const pid = await postmaster()
  expect(await one.stop()).toBe(0)
  expect(await health(two.url)).toBe(200)
  expect(await postmaster()).toBe(pid)
  expect(await two.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()
})

describe('the server’s database account', () => {
  const ownedByOthers = `
    select relname::text as name from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace, 'pgboss'::regnamespace)
      and pg_get_userbyid(relowner) <> case when relname like 'audit_entries%' then 'lectern_audit' else 'lectern_app' end
    union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> 'lectern_app'
      and not exists (select 1 from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all select nspname::text from pg_namespace where nspname in ('drizzle', 'pgboss') and pg_get_userbyid(nspowner) <> 'lectern_app'
    union all select rolname::text from pg_roles where rolname = 'lectern_app' and (rolsuper or rolcreaterole or rolcreatedb)
    union all select application_name from pg_stat_activity where application_name like 'lectern%' and usename <> 'lectern_app'`

  test('the server’s database account owns only its database, even after an upgrade from a cluster without the account', async () => {
    await startedBefore()
    const first = await startApp(dataDir)
    const credentials = await first.admin()
    const server = await startEmbeddedPostgres(dataDir)
    const inside = Object.assign(new URL(server.adminUrl), { pathname: '/lectern' }).href
    // The job queue's tables are created by background work some time after the start.
    await expect.poll(() => query(inside, `select 'pgboss.job'::regclass`).catch(() => [])).toHaveLength(1)
    expect(await query(inside, ownedByOthers)).toEqual([])
    await first.kill()

    // The cluster of an earlier version is simulated, in which everything belongs to the administrator's account.
    await query(inside, `reassign owned by lectern_app to lectern; alter database lectern owner to lectern; drop owned by lectern_app`)
    await query(server.adminUrl, 'drop role lectern_app')
    const second = await startApp(dataDir)
    expect(await health(second.url)).toBe(200)
    expect((await signIn(second.url, credentials)).authorization).toContain('Bearer ')
    expect(await query(inside, ownedByOthers)).toEqual([])
    await second.stop()
  })

  test('the server’s database account can add entries to the audit log and read them, but neither change nor remove them', async () => {
    await startedBefore()
    const app = await startApp(dataDir)
    await signIn(app.url, await app.admin())
    const { url } = await startEmbeddedPostgres(dataDir)
    const before = await query(url, 'select * from audit_entries')
    expect(before.length).toBeGreaterThan(0)
    for (const statement of [
      `update audit_entries set admin_name = 'Nobody'`,
      'delete from audit_entries',
      'truncate audit_entries',
      'drop table audit_entries',
      'drop schema public cascade',
      'alter table audit_entries disable trigger all',
      'alter table audit_entries owner to lectern_app',
      'alter table audit_entries rename to other',
      'create rule forget as on insert to audit_entries do instead nothing',
      'create trigger forget before insert on audit_entries for each row execute function suppress_redundant_updates_trigger()',
      'grant all on audit_entries to lectern_app',
      'set role lectern_audit',
      'grant lectern_audit to lectern_app',
    ])
      await query(url, `${statement}; commit`).catch(() => undefined)
    expect(await query(url, 'select * from audit_entries')).toEqual(before)
    await expect(query(url, 'delete from audit_entries')).rejects.toThrow('permission denied')
    await signIn(app.url, await app.admin())
    expect((await query(url, 'select * from audit_entries')).length).toBeGreaterThan(before.length)
    await app.stop()
  })
})

test('a data folder may contain shell characters in its name', async () => {
  const odd = join(dataDir, `$(touch pwned) "two" 'one' \\ \`touch pwned\` ; touch pwned & %s ü`)
  await mkdir(odd)
  await chmod(odd, 0o755)
  const app = await startApp(odd)
  expect(await health(app.url)).toBe(200)
  await access(join(odd, 'postgres/postgres.log'))
  expect(await app.stop()).toBe(0)
  for (const folder of [dataDir, odd, join(odd, 'postgres'), join(odd, 'postgres/18')]) expect(await readdir(folder)).not.toContain('pwned')
  await expect(startApp(`${dataDir}/line\nbreak`)).rejects.toThrow(/DATA_DIR: must be a folder whose name has no line breaks/)
})

test('all invalid settings are reported together, and nothing is started', async () => {
  await expect(startApp(dataDir, { PORT: 'x', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })).rejects.toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/,
  )
  await expect(startApp(dataDir, { NODE_ENV: 'production' })).rejects.toThrow(/PUBLIC_URL[\s\S]*SIGNING_KEYS/)
  await expect(access(join(dataDir, 'postgres'))).rejects.toThrow()
})
