// @module-tag full
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl, query } from '#tests/support/database-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openDatabase } from './database.ts'
import { LOCKS } from './locks.ts'
import { MIGRATIONS_FOLDER, migrate } from './migrate.ts'

/**
 * Number of the first migration that supports several running instances. During earlier migrations, the only instance of a site was
 * stopped.
 */
const FIRST_WITH_SEVERAL_APPS = 20
/** Number of the last migration before the audit log of an embedded database belongs to a separate account. */
const LAST_BEFORE_AUDIT_OWNER = 42

let url: string
let dataDir: string
beforeEach(async () => {
  const server = inject('databaseServer')
  const name = `migrated_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  url = databaseUrl(server, name)
  dataDir = await makeTempFolder()
})
afterEach(async () => {
  await query(inject('databaseServer'), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

const open = (prepare?: Parameters<typeof openDatabase>[0]['prepare']) =>
  openDatabase({ url, dataDir, poolSize: 2, onStatusChange: () => undefined, ...(prepare && { prepare }) })
const sqlFiles = async () => (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()

/** Writes a folder of migrations with one statement each. */
async function writeMigrations(statements: string[]) {
  const folder = join(dataDir, 'migrations')
  await mkdir(join(folder, 'meta'), { recursive: true })
  const entries = statements.map((_, idx) => ({ idx, version: '7', when: idx + 1, tag: `000${idx}`, breakpoints: true }))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
  for (const [index, statement] of statements.entries()) await writeFile(join(folder, `000${index}.sql`), statement)
  return folder
}

test('if several instances start concurrently on an empty database, exactly one migrates it', async () => {
  const databases = await Promise.all([open(), open(), open()])
  expect(await query(url, 'select count(*)::int as migrations from drizzle.migrations')).toEqual([
    { migrations: (await sqlFiles()).length },
  ])
  await Promise.all(databases.map(({ close }) => close()))
})

test('a failed migration leaves no changes, and the next instance retries it', async () => {
  const broken = await writeMigrations(['create table first (id int)', 'create table second (id nonsense)'])
  await expect(open((pool) => migrate(pool, { folder: broken }))).rejects.toThrow('create table second')
  expect(await query(url, `select to_regclass('first') as first, to_regclass('second') as second`)).toEqual([{ first: null, second: null }])
  const mended = await writeMigrations(['create table first (id int)', 'create table second (id int)'])
  await (await open((pool) => migrate(pool, { folder: mended }))).close()
  expect(await query(url, `select to_regclass('second')::text as second`)).toEqual([{ second: 'second' }])
})

test('an instance waits while another one migrates, reports the wait, and fails after the time limit', async () => {
  const [other, lines] = [new Client({ connectionString: url }), [] as string[]]
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [LOCKS.migration])
  await expect(open((pool) => migrate(pool, { report: (line) => lines.push(line), longestWaitMs: 100 }))).rejects.toThrow(
    'other connections hold locks on its tables',
  )
  const opening = open((pool) => migrate(pool, { report: (line) => lines.push(line) }))
  await expect.poll(() => lines).toEqual(Array(2).fill('Waiting for another app to migrate the database.'))
  await other.end()
  await (await opening).close()
})

test('migrations of an existing database are reported with their number, and the first ones of a new database are not', async () => {
  const lines: string[] = []
  const report = (line: string) => lines.push(line)
  const migrateTo = async (...statements: string[]) => {
    const folder = await writeMigrations(statements)
    await (await open((pool) => migrate(pool, { folder, report }))).close()
  }
  await migrateTo('create table shelves (id int)')
  await migrateTo('create table shelves (id int)')
  expect(lines).toEqual([])
  await migrateTo('create table shelves (id int)', 'create table rooms (id int)')
  expect(lines).toEqual([expect.stringMatching(/^Migrated the database: 1 of 2 migrations in \d+\.\d s\.$/)])
})

test("requests to a table continue while a migration waits for the table's lock", async () => {
  const [reader, lines] = [new Client({ connectionString: url }), [] as string[]]
  await reader.connect()
  await reader.query('create table shelves (id int)')
  // The reader locks the table in the same mode as a backup.
  await reader.query('begin; select from shelves')
  const folder = await writeMigrations(['alter table shelves add column room text'])
  const opening = open((pool) => migrate(pool, { folder, report: (line) => lines.push(line) }))
  await expect.poll(() => lines).toEqual([expect.stringContaining('no longer in use, for example by a backup')])
  expect(await query(url, 'select * from shelves')).toEqual([])
  await reader.query('commit')
  await (await opening).close()
  await reader.end()
})

test('an instance of an earlier version starts on a database that a later version migrated', async () => {
  await query(url, 'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)')
  await query(url, 'insert into drizzle.__drizzle_migrations (hash, created_at) values (1, 9999999999999)')
  await (await open()).close()
})

test('migrations only add to the schema, so that instances of the previous version continue to work', async () => {
  const names = (await sqlFiles()).filter((name) => Number(name.slice(0, 4)) >= FIRST_WITH_SEVERAL_APPS)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const statements = await readFile(join(MIGRATIONS_FOLDER, name), 'utf8')
    // Migrations marked `-- contract` are skipped: they remove objects that no version uses any longer (docs/operations/updating.md).
    // Migrations after which earlier versions are refused need not let them work.
    if (statements.includes('-- contract') || statements.startsWith('-- Earlier versions: refused.')) continue
    // A generated column gets another expression by being dropped and added again, since PostgreSQL 15 can't alter the expression.
    const others = statements.replaceAll(/\bdrop column ("\w+")/gi, (drop, column) =>
      new RegExp(`\\badd column ${column}[^,;]* generated always`, 'i').test(statements) ? '' : drop,
    )
    expect(others, name).not.toMatch(/\bdrop (table|column|function|trigger)\b|\brename\b|\bset (not null|data type)\b|^truncate\b/im)
  }
})

test('migrations do not change the table of the audit log, which the regular database account does not own', async () => {
  const names = (await sqlFiles()).filter((name) => Number(name.slice(0, 4)) > LAST_BEFORE_AUDIT_OWNER)
  for (const name of names)
    expect(
      await readFile(join(MIGRATIONS_FOLDER, name), 'utf8'),
      `${name}: embedded-roles.ts has to give the table back first`,
    ).not.toContain('audit_entries')
})
