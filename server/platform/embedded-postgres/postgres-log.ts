import { copyFile, stat, truncate } from 'node:fs/promises'
import { ignoreMissing } from '#server/platform/files/ignore-missing.ts'
import { findPostgresLog } from './postgres-home.ts'

/** Enough for weeks of a server with frequent errors. */
const MAX_BYTES = 5_000_000

/** Trims the log of a data folder’s PostgreSQL. */
export async function trimPostgresLog(dataDir: string): Promise<void> {
  await trimLog(await findPostgresLog(dataDir))
}

/**
 * Moves the lines of a large log to `….old`, whose lines are lost. The running server keeps the file open and appends to it, so the file is
 * emptied and not renamed.
 */
export async function trimLog(path: string, maxBytes = MAX_BYTES): Promise<void> {
  const found = await stat(path).catch(ignoreMissing)
  if (!found || found.size <= maxBytes) return
  await copyFile(path, `${path}.old`)
  await truncate(path)
}
