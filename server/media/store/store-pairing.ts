import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { SettingsError } from '#server/platform/problems.ts'
import { mediaFiles, mediaStore } from './media.schema.ts'
import type { MediaStore } from './media-store.ts'

/**
 * Checks that a database and a media store belong together: both have the same random id, which is set on first use. Throws an error for
 * the operator otherwise, since a sweep with the wrong database would remove every file.
 * @param place the store's location, for the error message
 */
export async function pairStore(orm: Orm, store: MediaStore, place: string): Promise<void> {
  if (await isPaired(orm, store)) return
  await orm.transaction(async (transaction) => {
    // The lock prevents two instances that start concurrently from setting different ids.
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.media}::bigint)`)
    const [database, files] = await Promise.all([databaseId(transaction), store.id()])
    if (database && database === files) return
    if (database && files) throw new SettingsError(otherDatabase(place))
    const isEmpty = await hasNone(store.keys())
    // If the database has media rows but neither side has an id, both are from a version without store ids.
    const isOlder = !database && !files && (await transaction.select().from(mediaFiles).limit(1)).length > 0
    if (isEmpty || isOlder) await setIds(transaction, store, database ?? randomUUID())
    else throw new SettingsError(database ? missingStoreId(place, database) : otherDatabase(place))
  })
}

/** Pairs a database and a store under a new id, as after a restore, so that a copy becomes a separate store. */
export function assignStoreId(transaction: Pick<Transaction, 'insert'>, store: MediaStore): Promise<void> {
  return setIds(transaction, store, randomUUID())
}

export async function isPaired(orm: Orm, store: MediaStore): Promise<boolean> {
  const id = await databaseId(orm)
  return id !== undefined && id === (await store.id())
}

async function databaseId(connection: Pick<Transaction, 'select'>) {
  const [row] = await connection.select().from(mediaStore)
  return row?.storeId
}

async function setIds(transaction: Pick<Transaction, 'insert'>, store: MediaStore, storeId: string) {
  await transaction.insert(mediaStore).values({ id: 1, storeId }).onConflictDoUpdate({ target: mediaStore.id, set: { storeId } })
  await store.setId(storeId)
}

async function hasNone(keys: AsyncIterable<string>) {
  for await (const _ of keys) return false
  return true
}

function otherDatabase(place: string) {
  return `The media in ${place} belong to another database. Start with that database (DATABASE_URL, or the DATA_DIR of an embedded one), or choose an empty location for the media of this one (another DATA_DIR, or with MEDIA_STORE=s3 another S3_BUCKET).`
}

function missingStoreId(place: string, id: string) {
  return `The media in ${place} have no .store-id, so it is unknown to which database they belong. If they belong to this database, create a file (or object) named .store-id there with the line ${id}. Otherwise choose an empty location (another DATA_DIR, or with MEDIA_STORE=s3 another S3_BUCKET).`
}
