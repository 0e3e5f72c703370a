import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateAsEarlier } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { SettingsError } from '#server/platform/problems.ts'
import { databaseUrl, query } from '#tests/support/database-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openDatabase } from './database.ts'
import { MIGRATIONS_FOLDER } from './migrate.ts'

/** Number of the migration since which the database refuses versions that are too old. */
const FIRST_WITH_STATEMENT = 61

let url: string
beforeEach(async () => {
  const server = inject('databaseServer')
  const name = `versions_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name} template template_lectern`)
  url = databaseUrl(server, name)
})
afterEach(async () => {
  await query(inject('databaseServer'), `drop database ${new URL(url).pathname.slice(1)} with (force)`)
})

const open = async () => openDatabase({ url, dataDir: await makeTempFolder(), poolSize: 2, onStatusChange: () => undefined })

test('a database states the oldest version that may open it, and refuses an older one with a remedy', async () => {
  // A later version has 900 more migrations, the last of which earlier versions can't work with.
  await query(
    url,
    `insert into drizzle.migrations (hash, created_at, version, applied_at)
    select n, 9000000000000 + n, '7.0.0', '2027-01-02 03:04Z' from generate_series(1, 900) n`,
  )
  await (await open()).close()
  await query(url, `create or replace function drizzle.oldest_migration() returns integer language sql immutable as 'select 900'`)
  const refused = await open().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(SettingsError)
  expect((refused as Error).message).toBe(
    'This version of Lectern is too old for the database, which Lectern 7.0.0 updated on 2027-01-02 03:04 UTC. ' +
      'Start Lectern 7.0.0 or a later version, or restore the backup from before that time (docs/operations.md, "Updating and rolling back").',
  )
})

test('a version from before the statement, which reads the migrations only, is refused and changes nothing', async () => {
  const pool = new Pool({ connectionString: url, max: 1 })
  const before = await query(url, 'select * from drizzle.migrations')
  const error = await migrateAsEarlier(drizzle({ client: pool }), { migrationsFolder: MIGRATIONS_FOLDER }).catch((error: Error) => error)
  expect(String((error as Error).cause)).toContain('too old for the database')
  await pool.end()
  expect(await query(url, 'select * from drizzle.migrations')).toEqual(before)
})

test('each applied migration is recorded with the version that applied it', async () => {
  const [row] = await query(url, 'select version, applied_at from drizzle.migrations order by created_at desc limit 1')
  expect(row).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), applied_at: expect.any(Date) })
})

test('each migration says whether earlier versions work with the database afterwards, and the newest that they can’t work with is stated', async () => {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  let oldest = 0
  for (const name of names.slice(FIRST_WITH_STATEMENT)) {
    const [first = '', ...lines] = (await readFile(join(MIGRATIONS_FOLDER, name), 'utf8')).split('\n')
    expect(first, `the first line of ${name}: docs/operations/updating.md#migrations-while-apps-run`).toMatch(
      /^-- Earlier versions: (work|refused)\. \S/,
    )
    const isRefused = first.startsWith('-- Earlier versions: refused.')
    const number = Number(name.slice(0, 4))
    if (isRefused) oldest = number
    const stated = lines
      .join('\n')
      .includes(`FUNCTION drizzle.oldest_migration() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT ${number}'`)
    expect(stated, name).toBe(isRefused)
  }
  expect(await query(url, 'select drizzle.oldest_migration() as oldest')).toEqual([{ oldest }])
})
