import { and, not, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { ListPlan, Searchable } from './plan-list.ts'

/** Few enough that others have their turn on the processor between two batches. */
const ROWS_AT_A_TIME = 100

/** Takes some items of a list after the others. The next are read once its promise has resolved. */
export type HandleBatch<Item> = (items: Item[], transaction: Transaction) => Promise<void>

/**
 * Reads a public list from its beginning to its end, all of it as it was at one moment, with a few rows in memory at a time. It
 * holds a connection and a snapshot until `take` has had the last: who gives items to a client must not wait for the client.
 * @param filters what the query asks for beside its search text
 * @param except what is left out
 * @param select reads these rows with all that belongs to them, in any order
 */
export async function readWholeList<Row extends { id: string }, Item>(
  { orm, table }: { orm: Orm; table: PgTable & Searchable },
  plan: ListPlan,
  {
    filters,
    except,
    select,
    toItem,
  }: {
    filters: SQL | undefined
    except?: SQL | undefined
    select: (transaction: Transaction, these: SQL) => Promise<Row[]>
    toItem: (row: Row) => Item
  },
  take: HandleBatch<Item>,
): Promise<void> {
  const readPart = async (transaction: Transaction, { matches, after, orderBy }: ListPlan['parts'][number]) => {
    const ids = transaction
      .select({ id: table.id })
      .from(table)
      .where(and(matches, filters, except && not(except), after))
      .orderBy(...orderBy)
    await transaction.execute(sql`declare whole_list no scroll cursor for ${ids.getSQL()}`)
    for (;;) {
      const { rows: found } = await transaction.execute<{ id: string }>(sql`fetch ${sql.raw(String(ROWS_AT_A_TIME))} from whole_list`)
      if (found.length === 0) break
      const rows = await select(transaction, sql`${table.id} = any(${sql.param(found.map(({ id }) => id))}::text[])`)
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      const items = found.flatMap(({ id }) => {
        const row = rowOf.get(id)
        return row ? [toItem(row)] : []
      })
      await take(items, transaction)
    }
    await transaction.execute(sql`close whole_list`)
  }

  await orm.transaction(
    async (transaction) => {
      for (const part of plan.parts) await readPart(transaction, part)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
