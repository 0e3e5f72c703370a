type Database = { query: (text: string) => Promise<unknown> }
const TABLES = { book: 'books', podcast: 'podcasts' }

/** Gives items that a test inserted directly the file of the first item of their kind. */
export async function shareEditions(database: Database, kind: keyof typeof TABLES): Promise<void> {
  await database.query(`
    insert into editions (id, kind, item_id, format, asset_id)
    select gen_random_uuid(), first.kind, item.id, first.format, first.asset_id
    from ${TABLES[kind]} as item, (select * from editions where kind = '${kind}' order by id limit 1) as first
    where not exists (select from editions where item_id = item.id and kind = '${kind}')`)
}
