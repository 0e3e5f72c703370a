import { drizzle } from 'drizzle-orm/node-postgres'
import { type ClientBase, DatabaseError } from 'pg'
import type { MediaStore } from '#server/media/store/media-store.ts'
import { assignStoreId } from '#server/media/store/store-pairing.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { CommandError } from '#server/platform/problems.ts'
import { damagedBackup, type Manifest } from './archive-format.ts'
import { counted } from './hashing-stream.ts'
import { recordedFiles } from './held-files.ts'
import { readArchive } from './read-archive.ts'
import { buildSchema, readMigrations, requireKnownMigrations, runNewerMigrations } from './schema-state.ts'
import { advanceSequences, listTables, loadTable, qualifiedName, removeShortLived, type Table } from './tables.ts'

const ADVICE =
  'Restore into an empty target: another DATA_DIR, another database when DATABASE_URL is set, and another bucket with MEDIA_STORE=s3.'
/** PostgreSQL error classes of refused content: wrong values, violated constraints, invalid names, exceeded limits */
const REFUSED_CONTENT = /^(21|22|23|42|54|P0)/
/** Tables that have rows even if nothing is published. */
const NEVER_EMPTY = ['catalogue_version', 'media_store', 'migrations', '__drizzle_migrations', 'search_words']

/**
 * Restores an archive verified by `checkArchive` into an empty database and store. The rows are restored and migrated in a single
 * transaction, which commits once all files are stored. A failed restore leaves database and store empty.
 */
export async function restoreBackup(options: {
  path: string
  database: Database
  store: MediaStore
  /** Name of the media store in messages for the operator */
  place: string
  signal?: AbortSignal
  onBytes?: (bytes: number) => void
}): Promise<void> {
  const { path, database, store, place, signal, onBytes } = options
  await requireNoFiles(store, place)
  const client = await database.longWork.connect()
  const stored: string[] = []
  let migrations: number[] = []
  let committing = false
  try {
    await client.query('set client_min_messages = warning')
    await client.query('begin')
    // Instances that start during the restore wait for the migration lock before they migrate.
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migration])
    await requireNoRunningApp(client)
    await readArchive(
      path,
      {
        manifest: async (manifest) => {
          migrations = manifest.migrations
          await prepareTables(client, manifest)
        },
        table: (table, content) => loadTable(client, table, counted(content, onBytes)),
        file: async (key, content) => {
          stored.push(key)
          await store.write(key, counted(content, onBytes))
        },
      },
      signal,
    )
    // The migrations recorded in the restored rows must match the manifest, or an instance would run the wrong migrations.
    if (!isSame(await readMigrations(client), migrations)) throw damagedBackup('its record of migrations is not that of its manifest')
    const tables = await listTables(client)
    await removeShortLived(client, tables)
    await advanceSequences(client, tables)
    await runNewerMigrations(client)
    await requireEveryFile(client, store)
    await assignStoreId(drizzle({ client }), store)
    await client.query('analyze')
    signal?.throwIfAborted()
    committing = true
    await client.query('commit')
  } catch (error) {
    // If the connection breaks during the commit, the rows may exist; a later sweep decides which files to remove.
    if (!committing) for (const key of stored) await store.remove(key)
    throw explainContent(error)
  } finally {
    client.release(true)
  }
}

/**
 * Explains content that the database refuses. Since checksums already exclude accidental damage, such content was changed deliberately or
 * written by a faulty program.
 */
function explainContent(error: unknown) {
  if (error instanceof DatabaseError && REFUSED_CONTENT.test(error.code ?? ''))
    return damagedBackup(`the database refuses its content (${error.message})`, { cause: error })
  const { code, message } = error as NodeJS.ErrnoException
  return code?.startsWith('Z_') ? damagedBackup(`a table can’t be decompressed (${message})`, { cause: error }) : error
}

async function prepareTables(client: ClientBase, manifest: Manifest) {
  const existing = await listTables(client)
  if (existing.length > 0) {
    await requireNoRows(client, existing)
    await requireSameMigrations(client, manifest.migrations)
  } else {
    await buildSchema(client, requireKnownMigrations(manifest))
  }
  const tables = await listTables(client)
  const known = new Set(tables.map(qualifiedName))
  const unknown = manifest.tables.find((table) => !known.has(qualifiedName(table)))
  if (unknown) throw damagedBackup(`it contains the table ${unknown.name}, which its version does not have`)
  const contained = new Set(manifest.tables.map(qualifiedName))
  const missing = tables.find((table) => !contained.has(qualifiedName(table)))
  if (missing) throw damagedBackup(`the table ${missing.name} is missing`)
  // Rows inserted by migrations are deleted, since the backup contains them as well.
  for (const table of tables.toReversed()) if (await hasRows(client, table)) await client.query(`delete from ${qualifiedName(table)}`)
}

async function requireEveryFile(client: ClientBase, store: MediaStore) {
  for await (const batch of recordedFiles(client)) {
    for (const { key, bytes } of batch) if ((await store.size(key)) !== bytes) throw damagedBackup(`the file ${key} is missing`)
  }
}

export async function requireNoFiles(store: MediaStore, place: string) {
  for await (const key of store.keys())
    throw new CommandError(`There are already files in ${place} (${key}). ${ADVICE} Files of an interrupted restore can be removed.`)
}

async function requireNoRows(client: ClientBase, tables: Table[]) {
  const filled: string[] = []
  for (const table of tables) {
    if (NEVER_EMPTY.includes(table.name)) continue
    if (await hasRows(client, table)) filled.push(table.name)
  }
  if (filled.length > 0) throw new CommandError(`The database is not empty; it has rows in ${filled.join(', ')}. ${ADVICE}`)
}

async function hasRows(client: ClientBase, table: Table) {
  const { rowCount } = await client.query(`select 1 from ${qualifiedName(table)} limit 1`)
  return rowCount === 1
}

/** Accepts a database with empty tables if its migrations match the backup, as after an instance was started but never used. */
async function requireSameMigrations(client: ClientBase, migrations: number[]) {
  if (!isSame(await readMigrations(client), migrations))
    throw new CommandError(`The database already has tables, of another version than the backup. ${ADVICE}`)
}

function isSame(one: number[], other: number[]) {
  return one.toSorted((a, b) => a - b).join() === other.toSorted((a, b) => a - b).join()
}

/** Throws if another instance uses the database. This process counts as one instance; an instance that starts now waits for the restore. */
async function requireNoRunningApp(client: ClientBase) {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int - 1 as others from pg_locks
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.controlConnection],
  )
  if ((rows[0]?.others ?? 0) > 0) throw new CommandError('An app is running on this database. Stop it, then restore.')
}
