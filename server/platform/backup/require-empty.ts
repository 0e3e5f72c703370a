import type { ClientBase } from 'pg'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { MediaStore } from '#server/platform/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { readMigrations } from './schema-state.ts'
import { qualifiedName, type Table } from './tables.ts'

const ADVICE = 'Restore into a new, empty place: another DATA_DIR, and another database when DATABASE_URL is set.'
/** These have rows before anything is published. */
const NEVER_EMPTY = ['catalogue_version', 'media_store', '__drizzle_migrations']

export async function requireNoFiles(store: MediaStore) {
  for await (const key of store.keys())
    throw new CommandError(`The media folder is not empty (${key}). ${ADVICE} If it is what an interrupted restore left, remove it.`)
}

export async function requireNoRows(client: ClientBase, tables: Table[]) {
  const filled: string[] = []
  for (const table of tables) {
    if (NEVER_EMPTY.includes(table.name)) continue
    if (await hasRows(client, table)) filled.push(table.name)
  }
  if (filled.length > 0) throw new CommandError(`The database is not empty; it has rows in ${filled.join(', ')}. ${ADVICE}`)
}

export async function hasRows(client: ClientBase, table: Table) {
  const { rowCount } = await client.query(`select 1 from ${qualifiedName(table)} limit 1`)
  return rowCount === 1
}

/** Empty tables may stay when they have the backup's migrations: an app was started here, but never used. */
export async function requireSameMigrations(client: ClientBase, migrations: number[]) {
  if ((await readMigrations(client)).join() !== migrations.join())
    throw new CommandError(`The database already has tables, of another version than the backup's. ${ADVICE}`)
}

/** This process counts as one app. An app that starts now waits for the restore. */
export async function requireNoRunningApp(client: ClientBase) {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int - 1 as others from pg_locks
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [LOCKS.presence],
  )
  if ((rows[0]?.others ?? 0) > 0) throw new CommandError('An app is running on this database. Stop it, then restore.')
}
