import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openDatabase } from '#server/platform/database/database.ts'
import { openDiskMediaStore } from '#server/platform/media/store/disk-media-store.ts'

/** Finds rows without a file, files without a row, and files that don't match the digest in their name. */
export async function findMediaFaults(dataDir: string): Promise<string[]> {
  const faults: string[] = []
  const store = openDiskMediaStore(join(dataDir, 'media'))
  const files = new Set(await Array.fromAsync(store.keys()))
  const database = await openDatabase({ dataDir, poolSize: 2 })
  const { rows } = await database.pool.query<{ key: string; bytes: string }>('select distinct key, bytes from media_files')
  const { rows: orphans } = await database.pool.query<{ id: string }>(
    `select id from media_assets where id not in (
       select cover_id from books union select pdf_id from books union
       select cover_id from podcasts union select audio_id from podcasts union select photo_id from authors)`,
  )
  await database.close()
  faults.push(...orphans.map(({ id }) => `The asset ${id} belongs to nothing`))

  for (const { key, bytes } of rows) {
    if (!files.delete(key)) {
      faults.push(`The file ${key} has a row but is not there`)
      continue
    }
    const hash = createHash('sha256')
    await pipeline(await store.open(key), hash)
    if (hash.digest('hex') !== key.slice(0, 64)) faults.push(`The content of ${key} is not what its name says`)
    if ((await store.size(key)) !== Number(bytes)) faults.push(`The size of ${key} is not what its row says`)
  }
  return [...faults, ...Array.from(files, (key) => `The file ${key} has no row`)]
}
