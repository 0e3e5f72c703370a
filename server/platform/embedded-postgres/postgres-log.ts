import { copyFile, stat, truncate } from 'node:fs/promises'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import { findPostgresLog } from './postgres-home.ts'

/** Size limit of the PostgreSQL log in bytes, enough for weeks of a server with frequent errors. */
const MAX_BYTES = 5_000_000

/** Trims the log of a data folder’s PostgreSQL server. */
export async function trimPostgresLog(dataDir: string): Promise<void> {
  await trimLog(await findPostgresLog(dataDir))
}

/**
 * Moves the lines of a large log to `….old`, whose previous lines are lost. The file is emptied instead of renamed, because the running
 * server keeps it open and appends to it.
 */
export async function trimLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const found = await stat(path).catch(ignoreMissing)
  if (!found || found.size <= maxBytes) return
  await copyFile(path, `${path}.old`)
  await truncate(path)
}
