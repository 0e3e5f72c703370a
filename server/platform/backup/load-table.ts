import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { damagedBackup, type TableDump } from './archive-format.ts'
import { copyTarget, qualifiedName, quoteIdentifier, type Table } from './tables.ts'

/** Fills a table from its dump. */
export async function loadTable(client: ClientBase, table: TableDump, content: AsyncIterable<Buffer>) {
  const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
  await pipeline(content, createGunzip(), rows)
  if (rows.rowCount !== table.rows) throw damagedBackup(`${table.name} has ${rows.rowCount} rows in place of ${table.rows}`)
}

/** Advances sequences beyond the loaded values. */
export async function advanceSequences(client: ClientBase, tables: Table[]) {
  for (const table of tables) {
    const { rows } = await client.query<{ column: string; sequence: string }>(
      `select name as column, sequence from unnest($2::text[]) as name, pg_get_serial_sequence($1, name) as sequence
       where sequence is not null`,
      [qualifiedName(table), table.columns],
    )
    for (const { column, sequence } of rows)
      await client.query(`select setval($1, max(${quoteIdentifier(column)})) from ${qualifiedName(table)} having count(*) > 0`, [sequence])
  }
}
