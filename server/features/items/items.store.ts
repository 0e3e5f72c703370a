import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contracts/list.ts'
import { SITEMAP_ITEMS } from '#contracts/sitemap.ts'
import { type CatalogueReads, readPrimary } from '#server/platform/database/catalogue-reads.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/row-version.ts'
import type { Searchable } from '#server/platform/lists/plan-list.ts'
import { createListReader } from '#server/platform/lists/read-list.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { itemSlugs } from './item-slugs.schema.ts'
import { createItemSlugs, hasCurrentSlug, type SluggedKind } from './item-slugs.store.ts'
import { createSharePictures } from './share-pictures.store.ts'

type ItemTable = PgTable & Searchable & { createdAt: PgColumn; updatedAt: PgColumn }

export type ItemStoreOptions = { count?: VersionedCache<number>; reads?: CatalogueReads }

/**
 * The queries that every kind of items has.
 * @param name the column with what an item is called
 * @param highest the column by which the list is ordered before the newest come first
 * @param narrow what a query lets through and leaves out beside its search text
 * @param select reads rows with all that belongs to them, in any order
 */
export function createItemStore<
  Table extends ItemTable,
  Selected extends { id: string },
  Item,
  Query extends ListQuery & { newest?: boolean },
>(
  orm: Orm,
  {
    table,
    kind,
    name,
    highest,
    narrow = () => ({ filters: undefined }),
    select,
    toItem,
    count = (_key, load) => load(),
    reads = readPrimary(orm),
  }: {
    table: Table
    kind: SluggedKind
    name: PgColumn
    highest?: PgColumn
    narrow?: (query: Query) => { filters: SQL | undefined; except?: SQL | undefined }
    select: (from: Orm | Transaction, where: SQL) => Promise<Selected[]>
    toItem: (row: Selected) => Item
  } & ItemStoreOptions,
) {
  // The query builder can't follow a table that is not known yet; who calls these functions gets the table's own types.
  const anyTable: ItemTable = table
  const slugs = createItemSlugs(orm, kind)

  return {
    ...createListReader(reads, { table, noun: kind, highest, narrow, select, toItem, count }),

    find: async (id: string, from: Orm | Transaction = orm): Promise<Item | undefined> => {
      const [row] = await select(from, eq(table.id, id))
      return row && toItem(row)
    },

    slugs,
    sharePictures: createSharePictures(orm, kind, anyTable),

    /** Items that were published before there were slugs. With `lock`, two apps at the same time get different ones. */
    listWithoutSlug: async (from: Orm | Transaction, limit: number, { lock = false } = {}) => {
      const slug = sql`select 1 from ${itemSlugs} where ${hasCurrentSlug(kind, table.id)}`
      const rows = from.select({ id: table.id, name }).from(anyTable).where(sql`not exists (${slug})`).orderBy(table.id).limit(limit)
      return (await (lock ? rows.for('update', { skipLocked: true }) : rows)) as { id: string; name: string }[]
    },

    /** Everything in files of a site map: the oldest first, so that what is added changes the last one only. */
    listForSitemap: (page: number): Promise<Item[]> =>
      reads.query(async (from) => {
        const first = (page - 1) * SITEMAP_ITEMS
        const ids = from.select({ id: table.id }).from(anyTable).orderBy(table.id).offset(first).limit(SITEMAP_ITEMS)
        const rows = await select(from, inArray(table.id, ids))
        return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(toItem)
      }),

    /** The ids of items by those of their ids and slugs, former ones too, that are there. */
    findIds: async (idsOrSlugs: string[]): Promise<Map<string, string>> => {
      const rows = (await orm.select({ id: table.id }).from(anyTable).where(inArray(table.id, idsOrSlugs))) as { id: string }[]
      return new Map([...(await slugs.findItems(idsOrSlugs)), ...rows.map(({ id }) => [id, id] as const)])
    },

    /** What the items with these ids are called. */
    findNames: async (ids: string[]): Promise<Map<string, string>> => {
      const rows = await orm.select({ id: table.id, name }).from(anyTable).where(inArray(table.id, ids))
      return new Map((rows as { id: string; name: string }[]).map((row) => [row.id, row.name]))
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

    insert: async (transaction: Transaction, row: Omit<Table['$inferInsert'], 'searchName' | 'searchText' | 'searchVector'>) => {
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
