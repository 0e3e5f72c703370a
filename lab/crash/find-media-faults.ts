import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { openDiskMediaStore } from '#server/media/store/disk-media-store.ts'
import type { MediaStore } from '#server/media/store/media-store.ts'
import { openDatabase } from '#server/platform/database/database.ts'

/** Returns all differences between the media files of a data folder and its embedded database. */
export async function findMediaFaults(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { lost, unused } = await compareMedia(database.pool, openDiskMediaStore(join(dataDir, 'media')))
  await database.close()
  return [...lost, ...unused]
}

/** Finds rows without a file, files that don't match the digest in their name (`lost`), and files without a row (`unused`). */
export async function compareMedia(pool: Pool, store: MediaStore): Promise<{ lost: string[]; unused: string[] }> {
  const files = new Set(await Array.fromAsync(store.keys()))
  const { rows } = await pool.query<{ key: string; bytes: string }>('select distinct key, bytes from media_files')
  const { rows: orphans } = await pool.query<{ id: string }>(
    `select id from media_assets where id not in (
       select cover_id from books union select asset_id from editions union
       select cover_id from podcasts union select photo_id from authors union
       select asset_id from former_files union
       select asset_id from share_pictures where asset_id is not null union
       -- Made from a file of another asset
       select id from media_assets where derived_from in (select key from media_files))`,
  )
  const lost = orphans.map(({ id }) => `No item uses the asset ${id}`)

  for (const { key, bytes } of rows) {
    if (!files.delete(key)) {
      lost.push(`The file ${key} has a database row but is missing from the store`)
      continue
    }
    const hash = createHash('sha256')
    await pipeline(await store.open(key), hash)
    if (hash.digest('hex') !== key.slice(0, 64)) lost.push(`The content of the file ${key} does not match the digest in its name`)
    if ((await store.size(key)) !== Number(bytes)) lost.push(`The size of the file ${key} differs from its database row`)
  }
  return { lost, unused: Array.from(files, (key) => `The file ${key} has no database row`) }
}
