import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase, PoolClient } from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { type MediaStore, MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { readMigrations } from './schema-state.ts'
import { listTables, qualifiedName } from './tables.ts'

const BATCH = 1000

/**
 * Takes a snapshot of the catalogue: a transaction for the rows, and in `folder` a hard link to each of their files. The media lock prevents
 * removals only until the files are linked, so that publications don't wait for the backup.
 */
export async function takeSnapshot({ longWork }: Database, store: MediaStore, folder: string, signal?: AbortSignal) {
  const client = await longWork.connect()
  // Closes the connection, which ends the transaction and releases all locks. The linked files stay.
  const end = () => client.release(true)
  try {
    // Text formats that do not depend on the server's settings.
    await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3`)
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.migration])
    const tables = await listTables(client)
    if (!tables.some(({ name }) => name === 'media_files')) throw new CommandError('There is no catalogue here to back up.')
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.media])
    await client.query('begin isolation level repeatable read read only')
    // Migrations wait for the end of the backup; apps with nothing to migrate can start.
    await client.query(`lock table ${tables.map(qualifiedName).join(', ')} in access share mode`)
    // The transaction's first query, which fixes its snapshot.
    const migrations = await readMigrations(client)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.migration])
    const media = await linkFiles(client, store, folder, signal)
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.media])
    return { client, tables, migrations, media, end }
  } catch (error) {
    end()
    throw error
  }
}

async function linkFiles(client: PoolClient, store: MediaStore, folder: string, signal: AbortSignal | undefined) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const media = { files: 0, bytes: 0 }
  for await (const batch of recordedFiles(client)) {
    await Promise.all(batch.map(({ key }) => linkFile(store, key, join(folder, key))))
    media.files += batch.length
    media.bytes += batch.reduce((sum, { bytes }) => sum + bytes, 0)
    signal?.throwIfAborted()
  }
  return media
}

async function linkFile(store: MediaStore, key: string, path: string) {
  await store.link(key, path).catch((error) => {
    throw error instanceof MissingMediaError ? unusableFile(key, 'is missing') : error
  })
}

/** Fails the backup: without the file, it would restore a book that can't be opened. */
export function unusableFile(key: string, what: string) {
  return new CommandError(
    `The stored file ${key} ${what}. Take it from an older backup, or publish its book, episode or author anew; then make the backup again.`,
  )
}

/** Every file with a row, once, in batches. */
export async function* recordedFiles(client: ClientBase): AsyncGenerator<{ key: string; bytes: number }[]> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const { rows }: { rows: { key: string; bytes: string }[] } = await client.query(
      'select key, max(bytes) as bytes from media_files where key > $1 group by key order by key limit $2',
      [last, BATCH],
    )
    yield rows.map(({ key, bytes }) => ({ key, bytes: Number(bytes) }))
    last = rows.at(-1)?.key
  }
}
