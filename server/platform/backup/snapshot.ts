import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { type MediaStore, MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { CommandError } from '#server/platform/problems.ts'
import { recordedFiles } from './recorded-files.ts'
import { listTables, qualifiedName, type Table } from './tables.ts'

export type Snapshot = {
  /** Inside a transaction that sees the database as it was at one moment */
  client: PoolClient
  tables: Table[]
  migrations: number[]
  media: { files: number; bytes: number }
  /** Ends the transaction. The files stay where they are linked. */
  end: () => void
}

/**
 * Holds on to one moment of the catalogue: a transaction that sees its rows, and in `folder` a second name for every file of
 * theirs. The media lock keeps removals away only until the files are linked, so that nobody waits for the backup; a deletion
 * waiting for that lock would make publications wait behind it.
 */
export async function takeSnapshot({ longWork }: Database, store: MediaStore, folder: string, signal?: AbortSignal): Promise<Snapshot> {
  const client = await longWork.connect()
  // Closes the connection, and with it the transaction and whatever locks are left.
  const end = () => client.release(true)
  try {
    // What is written must be read the same way everywhere.
    await client.query(`set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3`)
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.migration])
    const tables = await listTables(client)
    if (!tables.some(({ name }) => name === 'media_files')) throw new CommandError('There is no catalogue here to back up.')
    await client.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.media])
    await client.query('begin isolation level repeatable read read only')
    // Migrations that begin from now on wait for our end; starts of apps that have nothing to migrate don't.
    await client.query(`lock table ${tables.map(qualifiedName).join(', ')} in access share mode`)
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

/** The transaction's first look, which fixes what it sees. */
async function readMigrations(client: PoolClient) {
  const { rows } = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations order by created_at')
  return rows.map(({ at }) => Number(at))
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

/** A backup without it would restore a book that can't be opened, and nobody would know before they need it. */
export function unusableFile(key: string, what: string) {
  return new CommandError(
    `The stored file ${key} ${what}. Take it from an older backup, or publish its book, episode or author anew; then make the backup again.`,
  )
}
