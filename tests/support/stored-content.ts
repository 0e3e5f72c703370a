import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Pool } from 'pg'
import { listTables, qualifiedName } from '#server/backup/tables.ts'
import type { MediaStore } from '#server/media/store/media-store.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Table that records which media store belongs to the database; its rows differ between installations. */
const OWN = '"public"."media_store"'

/** Returns a digest of the rows of each table and of each stored file. */
export async function readContent({ database, store }: { database: Pick<Database, 'pool'>; store: MediaStore }) {
  const found: Record<string, string> = {}
  for (const table of await tablesOf(database.pool)) {
    if (table === OWN) continue
    const { rows } = await database.pool.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest from ${table} t`,
    )
    found[table] = rows[0].digest
  }
  for await (const key of store.keys())
    found[key] = createHash('sha256')
      .update(await buffer(await store.open(key)))
      .digest('hex')
  return found
}

/** Returns the tables of the database by their full names, referenced tables first. */
export async function tablesOf(pool: Pool) {
  const client = await pool.connect()
  const tables = await listTables(client)
  client.release()
  return tables.map(qualifiedName)
}
