import type { MediaStore } from '#server/media/store/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { CommandError } from '#server/platform/problems.ts'
import { holdFiles } from './held-files.ts'
import { readMigrations } from './schema-state.ts'
import { listTables, qualifiedName } from './tables.ts'

/**
 * Takes a snapshot of the catalogue: a transaction for the rows, and a hold on each of their files. The media lock prevents removals only
 * until the files are held, so that publications don't wait for the backup.
 */
export async function takeSnapshot({ longWork }: Database, store: MediaStore, folder: string, signal?: AbortSignal) {
  const client = await longWork.connect()
  // Closes the connection, which ends the transaction and releases all locks.
  const end = () => client.release(true)
  try {
    // Text formats that are independent of the server's settings.
    await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3`)
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.migration])
    const tables = await listTables(client)
    if (!tables.some(({ name }) => name === 'media_files')) throw new CommandError('The database has no catalogue to back up.')
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.media])
    await client.query('begin isolation level repeatable read read only')
    // Migrations wait for the end of the backup; apps with nothing to migrate can start.
    await client.query(`lock table ${tables.map(qualifiedName).join(', ')} in access share mode`)
    // The transaction's first query, which fixes its snapshot.
    const migrations = await readMigrations(client)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.migration])
    const media = await holdFiles(client, store, folder, signal)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.media])
    return { client, tables, migrations, media, end }
  } catch (error) {
    end()
    throw error
  }
}
