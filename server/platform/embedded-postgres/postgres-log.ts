import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
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

/** Number of bytes at the end of the log that are searched for a reason. */
const TAIL_BYTES = 16_384
const LEVELS = ['PANIC:  ', 'FATAL:  ']
const FULL = ['No space left on device', 'Disk quota exceeded']
const STARTED = 'LOG:  database system is ready to accept connections'

/**
 * Returns the error of a full disk that has stopped the server; undefined if it has been started since. The file is read at once, so that
 * the reason of an outage is known before its end.
 */
export function findFullDisk(path: string): string | undefined {
  for (const line of readTail(path).split('\n').toReversed()) {
    if (line.endsWith(STARTED)) return undefined
    const level = LEVELS.find((each) => line.includes(each))
    if (level && FULL.some((reason) => line.endsWith(`: ${reason}`))) return line.slice(line.indexOf(level) + level.length)
  }
  return undefined
}

function readTail(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
      readSync(file, tail, 0, tail.length, size - tail.length)
      return tail.toString()
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
