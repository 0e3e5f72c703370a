import { rm } from 'node:fs/promises'
import type { Pool } from 'pg'
import { openDatabase } from '#server/platform/database/database.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { storeCatalogue } from './catalogue.ts'

export type FilledSite = RunningApp & {
  pid: number
  dataDir: string
  databaseUrl: string
  pool: Pool
  /** Increments the catalogue version as publishing does, which invalidates every cache. */
  changeCatalogue: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the server on a separate embedded database with a generated catalogue. */
export async function openFilledSite(
  size: Parameters<typeof storeCatalogue>[1] = { books: 100, episodes: 40, authors: 12 },
  settings: Record<string, string> = {},
): Promise<FilledSite> {
  const dataDir = await makeTempFolder()
  const database = await openDatabase({ dataDir, poolSize: 2 })
  await storeCatalogue(database.pool, size)
  const app = await runApp(dataDir, settings)
  return {
    ...app,
    pid: app.process.pid ?? 0,
    dataDir,
    databaseUrl: database.url,
    pool: database.pool,
    changeCatalogue: async () => {
      await database.pool.query(`update catalogue_version set version = version + 1`)
      await database.pool.query(`select pg_notify('catalogue', '')`)
    },
    close: async () => {
      await app.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
