import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openDiskMediaStore } from '#server/media/store/disk-media-store.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { databaseUrl, query } from './database-server.ts'
import { makeTempFolder } from './temp-folder.ts'

export type EmptyTarget = Awaited<ReturnType<typeof openEmptyTarget>>

/** Creates a database without tables and an empty data folder, into which a backup can be restored. */
export async function openEmptyTarget() {
  const server = inject('databaseServer')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  const dataDir = await makeTempFolder()
  const database = await openDatabase({ url: databaseUrl(server, name), dataDir, poolSize: 2, prepare: async () => {} })
  return {
    database,
    store: openDiskMediaStore(join(dataDir, 'media')),
    place: join(dataDir, 'media'),
    /** Work folder for a backup of this target */
    workFolder: join(dataDir, 'tmp', 'work'),
    dataDir,
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      await query(server, `drop database ${name} with (force)`)
    },
  }
}
