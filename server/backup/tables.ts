import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { damagedBackup, type TableDump, tableEntry } from './archive-format.ts'
import { createHashingStream } from './hashing-stream.ts'

/**
 * Schemas in a backup: the tables of the product, and drizzle's migrations. The job queue creates and fills its own schema, which is left
 * out.
 */
const SCHEMAS = ['public', 'drizzle']

/**
 * Tables whose rows a restore must not bring back, such as ended sessions, used codes, attempt counts and sent emails. Older backups
 * contain these rows; a restore deletes them.
 */
const SHORT_LIVED = ['sessions', 'admin_invitations', 'password_codes', 'purchase_codes', 'account_notices', 'tries']

/** Condition for the files that are backed up: those of other assets are derived from them, whatever their role. */
export const KEPT_FILES = `asset_id not in (select id from media_assets where kind in ('pages', 'light-sound'))`

/**
 * Conditions for the backed-up rows of a table. Rows derived from the files of books and episodes or created by triggers are not backed up,
 * since they would multiply the size of a backup. Conditions may only use columns that older versions of the database also have.
 */
const KEPT_ROWS: Record<string, string> = {
  media_assets: `kind not in ('pages', 'light-sound')`,
  media_files: KEPT_FILES,
  book_page_sets: 'false',
  book_page_pictures: 'false',
  page_texts: 'false',
  book_flows: 'false',
  book_flow_parts: 'false',
  search_words: 'false',
  backups: 'false',
  ...Object.fromEntries(SHORT_LIVED.map((name) => [name, 'false'])),
}

export type Table = { schema: string; name: string; columns: string[] }

type Row = Table & { oid: string; parents: string[] }

/** Lists the tables in a backup with their writable columns, referenced tables first. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Row>(
    `select c.oid::text, n.nspname::text as schema, c.relname::text as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select k.confrelid::text from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1)
       and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by n.nspname, c.relname`,
    [SCHEMAS],
  )
  return parentsFirst(rows).map(({ schema, name, columns }) => ({ schema, name, columns }))
}

function quoteIdentifier(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}

export function qualifiedName({ schema, name }: { schema: string; name: string }) {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

function copyTarget(table: Table) {
  return `${qualifiedName(table)} (${table.columns.map(quoteIdentifier).join(', ')})`
}

function parentsFirst(rows: Row[]): Row[] {
  const placed = new Set<string>()
  const sorted: Row[] = []
  while (sorted.length < rows.length) {
    const next = rows.filter(({ oid, parents }) => !placed.has(oid) && parents.every((parent) => placed.has(parent)))
    if (next.length === 0) throw new Error('The foreign keys of the tables form a cycle')
    for (const row of next) placed.add(row.oid)
    sorted.push(...next)
  }
  return sorted
}

/** Dumps each table of the snapshot to a compressed file, since tar needs the size of an entry in advance. */
export async function dumpTables(client: ClientBase, tables: Table[], folder: string, signal?: AbortSignal): Promise<TableDump[]> {
  const dumps: TableDump[] = []
  for (const table of tables) {
    const path = join(folder, tableEntry(table))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const columns = table.columns.map(quoteIdentifier).join(', ')
    const query = `select ${columns} from ${qualifiedName(table)} where ${KEPT_ROWS[table.name] ?? 'true'}`
    const rows = client.query(copyTo(`copy (${query}) to stdout`))
    const hashing = createHashingStream()
    await pipeline(rows, createGzip(), hashing.through, createWriteStream(path, { flags: 'wx' }), { signal })
    dumps.push({ ...table, rows: rows.rowCount, ...hashing.result() })
  }
  return dumps
}

export async function loadTable(client: ClientBase, table: TableDump, content: AsyncIterable<Buffer>) {
  const rows = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))
  await pipeline(content, createGunzip(), rows)
  if (rows.rowCount !== table.rows) throw damagedBackup(`${table.name} has ${rows.rowCount} rows instead of ${table.rows}`)
}

/** Deletes the sessions, codes and other short-lived rows of the restored database. */
export async function removeShortLived(client: ClientBase, tables: Table[]) {
  for (const table of tables) if (SHORT_LIVED.includes(table.name)) await client.query(`delete from ${qualifiedName(table)}`)
}

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
