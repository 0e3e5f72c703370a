import type { ClientBase } from 'pg'

/** The app's tables and drizzle's migrations. Without the schema of the job queue, which creates and fills itself. */
const SCHEMAS = ['public', 'drizzle']

export type Table = { schema: string; name: string; columns: string[] }

type Row = Table & { oid: string; parents: string[] }

/** The app's tables with their writable columns, referenced tables first. */
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

export function quoteIdentifier(name: string) {
  return `"${name.replaceAll('"', '""')}"`
}

export function qualifiedName({ schema, name }: { schema: string; name: string }) {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
}

/** The table and columns for COPY. */
export function copyTarget(table: Table) {
  return `${qualifiedName(table)} (${table.columns.map(quoteIdentifier).join(', ')})`
}

function parentsFirst(rows: Row[]): Row[] {
  const placed = new Set<string>()
  const sorted: Row[] = []
  while (sorted.length < rows.length) {
    const next = rows.filter(({ oid, parents }) => !placed.has(oid) && parents.every((parent) => placed.has(parent)))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    for (const row of next) placed.add(row.oid)
    sorted.push(...next)
  }
  return sorted
}
