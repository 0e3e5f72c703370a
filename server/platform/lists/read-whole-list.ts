import { and, not, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { ListPlan, Searchable } from './plan-list.ts'
import { selectInOrder } from './select-page.ts'

/** Few enough that other requests are handled between two batches. */
const ROWS_AT_A_TIME = 100

/** Handles one batch of items. The next is read when the promise has resolved. */
export type HandleBatch<Item> = (items: Item[], transaction: Transaction) => Promise<void>

/**
 * Reads a whole public list from one snapshot, with a few rows in memory at a time. It holds a connection until the last batch is handled,
 * so `onBatch` must not wait for a client.
 * @param filters conditions beside the search text
 * @param except rows to leave out
 * @param select reads the columns of these rows, in any order
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
  onBatch: HandleBatch<Item>,
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
      const rows = await selectInOrder(table, found, (these) => select(transaction, these))
      await onBatch(
        rows.map(({ row }) => toItem(row)),
        transaction,
      )
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
