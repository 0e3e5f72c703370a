import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { SITEMAP_ITEMS } from '#contracts/catalogue/sitemap.ts'
import type { ListQuery } from '#contracts/common/list.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/row-version.ts'
import type { Searchable } from '#server/platform/lists/plan-list.ts'
import { createListReader } from '#server/platform/lists/read-list.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { itemSlugs } from './item-slugs.schema.ts'
import { createItemSlugs, hasCurrentSlug, type SluggedKind } from './item-slugs.store.ts'
import { createSharePictures } from './share-pictures.store.ts'

type ItemTable = PgTable & Searchable & { createdAt: PgColumn; updatedAt: PgColumn }

export type ItemStoreOptions = { count?: VersionedCache<number> }

/**
 * Creates the queries that every kind of items has.
 * @param name column with the name of an item
 * @param cover column with the asset of an item's picture
 * @param highest column by which lists are ordered, highest first, before the newest come first
 * @param narrow returns the filters and exclusions of a query, beside its search text
 * @param select reads rows with everything that belongs to them, in any order
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
    cover,
    highest,
    narrow = () => ({ filters: undefined }),
    select,
    toItem,
    count = (_key, load) => load(),
  }: {
    table: Table
    kind: SluggedKind
    name: PgColumn
    cover: PgColumn
    highest?: PgColumn
    narrow?: (query: Query) => { filters: SQL | undefined; except?: SQL | undefined }
    select: (from: Orm | Transaction, where: SQL) => Promise<Selected[]>
    toItem: (row: Selected) => Item
  } & ItemStoreOptions,
) {
  // The query builder can't follow a generic table; callers get the table's own types.
  const anyTable: ItemTable = table
  const slugs = createItemSlugs(orm, kind)

  return {
    ...createListReader(orm, { table, noun: kind, highest, narrow, select, toItem, count }),

    find: async (id: string, from: Orm | Transaction = orm): Promise<Item | undefined> => {
      const [row] = await select(from, eq(table.id, id))
      return row && toItem(row)
    },

    findMany: async (ids: string[], from: Orm | Transaction = orm): Promise<Item[]> =>
      (await select(from, inArray(table.id, ids))).map(toItem),

    /** Returns the key of the JPEG of the item's cover; null when there is none. */
    findCoverJpeg: async (id: string, from: Orm | Transaction = orm): Promise<string | null> => {
      const isCover = and(eq(mediaFiles.assetId, cover), eq(mediaFiles.role, 'jpeg'))
      const [row] = await from.select({ key: mediaFiles.key }).from(anyTable).innerJoin(mediaFiles, isCover).where(eq(table.id, id))
      return row?.key ?? null
    },

    slugs,
    sharePictures: createSharePictures(orm, kind, anyTable),

    /** Lists items that were published before slugs existed. With `lock`, two concurrent apps get different items. */
    listWithoutSlug: async (from: Orm | Transaction, limit: number, { lock = false } = {}) => {
      const slug = sql`select 1 from ${itemSlugs} where ${hasCurrentSlug(kind, table.id)}`
      const rows = from.select({ id: table.id, name }).from(anyTable).where(sql`not exists (${slug})`).orderBy(table.id).limit(limit)
      return (await (lock ? rows.for('update', { skipLocked: true }) : rows)) as { id: string; name: string }[]
    },

    /** Lists all items in pages of a site map: the oldest first, so that a new item changes the last page only. */
    listForSitemap: async (page: number): Promise<Item[]> => {
      const first = (page - 1) * SITEMAP_ITEMS
      const ids = orm.select({ id: table.id }).from(anyTable).orderBy(table.id).offset(first).limit(SITEMAP_ITEMS)
      const rows = await select(orm, inArray(table.id, ids))
      return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(toItem)
    },

    /** Finds the ids of items by their ids and their current or former slugs; unknown ones are left out. */
    findIds: async (idsOrSlugs: string[]): Promise<Map<string, string>> => {
      const rows = (await orm.select({ id: table.id }).from(anyTable).where(inArray(table.id, idsOrSlugs))) as { id: string }[]
      return new Map([...(await slugs.findItems(idsOrSlugs)), ...rows.map(({ id }) => [id, id] as const)])
    },

    /** Returns the names of the items with these ids. */
    findNames: async (ids: string[]): Promise<Map<string, string>> => {
      const rows = await orm.select({ id: table.id, name }).from(anyTable).where(inArray(table.id, ids))
      return new Map((rows as { id: string; name: string }[]).map((row) => [row.id, row.name]))
    },

    /** Lists the items that were added last, regardless of the order of lists. */
    latest: async (limit: number) => {
      const rows = await orm
        .select({ id: table.id, name, createdAt: table.createdAt })
        .from(anyTable)
        .orderBy(desc(table.createdAt))
        .limit(limit)
      return rows as { id: string; name: string; createdAt: Date }[]
    },

    /** Locks the row until the transaction ends, so that concurrent changes of one item run one after the other. */
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
