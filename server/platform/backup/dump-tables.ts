import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import { type TableDump, tableEntry } from './archive-format.ts'
import { createHashingStream } from './digesting.ts'
import type { Snapshot } from './snapshot.ts'
import { copyTarget } from './tables.ts'

/** Writes each table of the snapshot to a compressed file, since tar needs the size of an entry first. */
export async function dumpTables({ client, tables }: Snapshot, folder: string, signal?: AbortSignal): Promise<TableDump[]> {
  const dumps: TableDump[] = []
  for (const table of tables) {
    const path = join(folder, tableEntry(table))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`))
    const digesting = createHashingStream()
    await pipeline(rows, createGzip(), digesting.through, createWriteStream(path, { flags: 'wx' }), { ...(signal && { signal }) })
    dumps.push({ ...table, rows: rows.rowCount, ...digesting.result() })
  }
  return dumps
}
