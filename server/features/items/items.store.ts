import { desc, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contracts/list.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/row-version.ts'
import type { Searchable } from '#server/platform/lists/plan-list.ts'
import { createListReader } from '#server/platform/lists/read-list.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'

type ItemTable = PgTable & Searchable & { createdAt: PgColumn; updatedAt: PgColumn }

export type ItemStoreOptions = { count?: VersionedCache<number> }

/**
 * The queries that every kind of items has.
 * @param name the column with what an item is called
 * @param highest the column by which the list is ordered before the newest come first
 * @param narrow what a query lets through and leaves out beside its search text
 * @param select reads rows with all that belongs to them, in any order
 */
export function createItemStore<Table extends ItemTable, Selected extends { id: string }, Item, Query extends ListQuery>(
  orm: Orm,
  {
    table,
    noun,
    name,
    highest,
    narrow = () => ({ filters: undefined }),
    select,
    toItem,
    count = (_key, load) => load(),
  }: {
    table: Table
    noun: string
    name: PgColumn
    highest?: PgColumn
    narrow?: (query: Query) => { filters: SQL | undefined; except?: SQL | undefined }
    select: (from: Orm | Transaction, where: SQL) => Promise<Selected[]>
    toItem: (row: Selected) => Item
  } & ItemStoreOptions,
) {
  // The query builder can't follow a table that is not known yet; who calls these functions gets the table's own types.
  const anyTable: ItemTable = table

  return {
    ...createListReader(orm, { table, noun, highest, narrow, select, toItem, count }),

    find: async (id: string): Promise<Item | undefined> => {
      const [row] = await select(orm, eq(table.id, id))
      return row && toItem(row)
    },

    /** What was added last, whatever order the lists have. */
    latest: async (limit: number) => {
      const rows = await orm
        .select({ id: table.id, name, createdAt: table.createdAt })
        .from(anyTable)
        .orderBy(desc(table.createdAt))
        .limit(limit)
      return rows as { id: string; name: string; createdAt: Date }[]
    },

    /** Locks the row until the transaction ends, so that two changes of one item follow each other. */
    lock: async (transaction: Transaction, id: string): Promise<Table['$inferSelect'] | undefined> =>
      (await transaction.select().from(anyTable).where(eq(table.id, id)).for('update'))[0],

    insert: async (transaction: Transaction, row: Omit<Table['$inferInsert'], 'searchName' | 'searchText'>) => {
      await transaction.insert(table).values(row as never)
    },

    update: async (transaction: Transaction, id: string, changes: Partial<Table['$inferInsert']>) => {
      await transaction
        .update(anyTable)
        .set({ ...changes, updatedAt: nextVersion(table.updatedAt) } as never)
        .where(eq(table.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await transaction.delete(table).where(eq(table.id, id))
    },
  }
}
