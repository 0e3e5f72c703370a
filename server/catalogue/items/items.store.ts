import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { StateFilter } from '#contracts/catalogue/item-state.ts'
import { REACHABLE_STATES } from '#contracts/catalogue/item-visibility.ts'
import { SITEMAP_ITEMS } from '#contracts/catalogue/sitemap.ts'
import type { ListQuery } from '#contracts/common/list.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { nextVersion } from '#server/platform/database/row-version.ts'
import { type ListOrder, type Searchable, sortIdOf } from '#server/platform/lists/plan-list.ts'
import { createListReader } from '#server/platform/lists/read-list.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { isInCategoryAbout, type ListSubjects } from './category-subjects.ts'
import { editions as editionTable } from './editions.schema.ts'
import { createEditionStore, isEditionOf } from './editions.store.ts'
import { createFormerFiles } from './former-files.store.ts'
import { itemSlugs } from './item-slugs.schema.ts'
import { createItemSlugs, hasCurrentSlug, type SluggedKind } from './item-slugs.store.ts'
import type { StateRow } from './item-state.schema.ts'
import { createSharePictures } from './share-pictures.store.ts'

/** Table of a kind of items. Kinds without states have no state columns: all their items are public. */
type ItemTable = PgTable &
  Searchable & {
    createdAt: PgColumn
    updatedAt: PgColumn
    state?: PgColumn
    publishAt?: PgColumn
    deletedAt?: PgColumn
    isListed?: PgColumn
  }
/** Query for an item list of administrators */
export type AllItemsQuery<Query> = Query & { state?: StateFilter }

type GeneratedColumn = 'searchName' | 'searchText' | 'searchVector' | 'sortId' | 'isListed'

export type ItemStoreOptions = { count?: VersionedCache<number>; subjects?: ListSubjects }

/**
 * Creates the queries that all kinds of items share.
 * @param name column with the name of an item
 * @param cover column with the asset of an item's image
 * @param highest column that orders lists in descending order, before the publication time
 * @param orders further orders of lists, by name
 * @param narrow returns the conditions for the filters and exclusions of a query, except its search text
 * @param categories column with the categories of an item; a search for a subject of a category finds its items
 * @param select reads rows with all related data, in any order
 */
export function createItemStore<
  Table extends ItemTable,
  Selected extends { id: string; sortId?: string },
  Item,
  Query extends ListQuery & { newest?: boolean; sort?: string },
>(
  orm: Orm,
  {
    table,
    kind,
    name,
    cover,
    highest,
    orders,
    narrow = () => ({ filters: undefined }),
    select,
    toItem,
    categories,
    count = (_key, load) => load(),
    subjects,
  }: {
    table: Table
    kind: SluggedKind
    name: PgColumn
    cover: PgColumn
    highest?: PgColumn
    orders?: Record<string, ListOrder>
    narrow?: (query: Query) => { filters: SQL | undefined; except?: SQL }
    select: (reader: Reader, where: SQL) => Promise<Selected[]>
    toItem: (row: Selected) => Item
    categories?: PgColumn
  } & ItemStoreOptions,
) {
  // The query builder doesn't support generic tables; callers get the types of the actual table.
  const anyTable: ItemTable = table
  const editions = createEditionStore(kind)
  const slugs = createItemSlugs(orm, kind, inBin(anyTable))
  const isListed = anyTable.isListed && sql`${anyTable.isListed}`
  const isAbout = categories && subjects && ((word: string) => isInCategoryAbout(categories, word, subjects()))
  const reader = { table, highest, orders, isAbout, select, toItem, count }
  const withFilter = (query: Query, filter: SQL | undefined) => {
    const { filters, except } = narrow(query)
    return { filters: and(filter, filters), except }
  }
  const sortIdIn = ({ id, sortId = id }: Selected) => sortId

  return {
    ...createListReader(orm, { ...reader, noun: kind, narrow: (query: Query) => withFilter(query, isListed) }),

    /** Lists items in all states, for administrators and the export. */
    listInAllStates: createListReader(orm, {
      ...reader,
      noun: `${kind} in all states`,
      narrow: ({ state, ...query }: AllItemsQuery<Query>) => withFilter(query as unknown as Query, inState(anyTable, state)),
    }).list,

    /** Counts the items in every state, except those in the bin. */
    countUndeleted: (): Promise<number> => orm.$count(anyTable, anyTable.deletedAt && isNull(anyTable.deletedAt)),

    /** Finds an item in any state. */
    find: async (id: string, reader: Reader = orm): Promise<Item | undefined> => {
      const [row] = await select(reader, eq(table.id, id))
      return row && toItem(row)
    },

    findMany: async (ids: string[], reader: Reader = orm): Promise<Item[]> => (await select(reader, inArray(table.id, ids))).map(toItem),

    /** Returns a page of the items that fit a condition, newest first, and their total number. */
    listNewest: async (condition: SQL | undefined, { limit, offset }: { limit: number; offset: number }) => {
      const page = orm
        .select({ id: table.id })
        .from(anyTable)
        .where(condition)
        .orderBy(desc(sortIdOf(table)))
        .limit(limit)
        .offset(offset)
      const [rows, total] = await Promise.all([select(orm, inArray(table.id, page)), orm.$count(anyTable, condition)])
      return { items: rows.toSorted((one, other) => (sortIdIn(one) > sortIdIn(other) ? -1 : 1)).map(toItem), total }
    },

    /** Returns the key of the JPEG of the item's cover; null if there is no JPEG. */
    findCoverJpeg: async (id: string, reader: Reader = orm): Promise<string | null> => {
      const isCover = and(eq(mediaFiles.assetId, cover), eq(mediaFiles.role, 'jpeg'))
      const [row] = await reader.select({ key: mediaFiles.key }).from(anyTable).innerJoin(mediaFiles, isCover).where(eq(table.id, id))
      return row?.key ?? null
    },

    slugs,
    sharePictures: createSharePictures(orm, kind, anyTable),
    editions,
    formerFiles: createFormerFiles(orm, kind),

    /** Lists items that were published before slugs existed. With `lock`, concurrent instances get different items. */
    listWithoutSlug: async (reader: Reader, limit: number, { lock = false } = {}) => {
      const slug = sql`select 1 from ${itemSlugs} where ${hasCurrentSlug(kind, table.id)}`
      const rows = reader.select({ id: table.id, name }).from(anyTable).where(sql`not exists (${slug})`).orderBy(table.id).limit(limit)
      return (await (lock ? rows.for('update', { skipLocked: true }) : rows)) as { id: string; name: string }[]
    },

    /** Lists the public items of a sitemap page: the oldest first, so that a new item changes only the last page. */
    listForSitemap: async (page: number): Promise<Item[]> => {
      const first = (page - 1) * SITEMAP_ITEMS
      const ids = orm.select({ id: table.id }).from(anyTable).where(isListed).orderBy(sortIdOf(table)).offset(first).limit(SITEMAP_ITEMS)
      const rows = await select(orm, inArray(table.id, ids))
      return rows.toSorted((one, other) => (sortIdIn(one) < sortIdIn(other) ? -1 : 1)).map(toItem)
    },

    /** Finds the ids of items by their ids and their current or former slugs. Unknown items are omitted. */
    findIds: async (idsOrSlugs: string[]): Promise<Map<string, string>> => {
      const rows = (await orm.select({ id: table.id }).from(anyTable).where(inArray(table.id, idsOrSlugs))) as { id: string }[]
      return new Map([...(await slugs.findItems(idsOrSlugs)), ...rows.map(({ id }) => [id, id] as const)])
    },

    /** Lists the items whose editions have a file with one of the given keys. */
    listByFiles: async (keys: string[]): Promise<{ id: string; name: string }[]> => {
      const rows = await orm
        .selectDistinct({ id: table.id, name })
        .from(mediaFiles)
        .innerJoin(editionTable, eq(editionTable.assetId, mediaFiles.assetId))
        .innerJoin(anyTable, isEditionOf(kind, table.id))
        .where(inArray(mediaFiles.key, keys))
        .orderBy(name)
      return rows as { id: string; name: string }[]
    },

    /** Returns the name of the item that has an edition or a preview with the given key. */
    findTitle: async (key: string): Promise<string | undefined> => {
      const [row] = await orm
        .select({ name })
        .from(mediaFiles)
        .innerJoin(editionTable, eq(editionTable.assetId, mediaFiles.assetId))
        .innerJoin(anyTable, isEditionOf(kind, table.id))
        .where(eq(mediaFiles.key, key))
        .limit(1)
      return row?.name as string | undefined
    },

    /** Returns the names of items by their ids. */
    findNames: async (ids: string[]): Promise<Map<string, string>> => {
      const rows = await orm.select({ id: table.id, name }).from(anyTable).where(inArray(table.id, ids))
      return new Map((rows as { id: string; name: string }[]).map((row) => [row.id, row.name]))
    },

    /** Lists the most recently added items, regardless of the order of lists. */
    latest: async (limit: number) => {
      const rows = await orm
        .select({ id: table.id, name, createdAt: table.createdAt })
        .from(anyTable)
        .where(anyTable.deletedAt && isNull(anyTable.deletedAt))
        .orderBy(desc(table.createdAt))
        .limit(limit)
      return rows as { id: string; name: string; createdAt: Date }[]
    },

    /** Lists the scheduled items whose publication time has passed. */
    listScheduled: async (limit: number): Promise<string[]> => {
      const { state, publishAt, deletedAt } = anyTable
      if (!state || !publishAt || !deletedAt) return []
      const isDue = and(sql`${state} = 'scheduled'`, isNull(deletedAt), sql`${publishAt} <= now()`)
      const rows = await orm.select({ id: table.id }).from(anyTable).where(isDue).orderBy(publishAt, table.id).limit(limit)
      return (rows as { id: string }[]).map(({ id }) => id)
    },

    /** Lists the items that have been in the bin for more than `days`. */
    listDeleted: async (limit: number, { days }: { days: number }): Promise<string[]> => {
      const { deletedAt } = anyTable
      if (!deletedAt) return []
      const isDue = sql`${deletedAt} < now() - make_interval(days => ${days})`
      const rows = await orm.select({ id: table.id }).from(anyTable).where(isDue).orderBy(deletedAt).limit(limit)
      return (rows as { id: string }[]).map(({ id }) => id)
    },

    read: async (id: string): Promise<Table['$inferSelect'] | undefined> => (await orm.select().from(anyTable).where(eq(table.id, id)))[0],

    /** Locks the row of an item until the transaction ends, so that concurrent changes run one after the other. */
    lock: async (transaction: Transaction, id: string): Promise<Table['$inferSelect'] | undefined> =>
      (await transaction.select().from(anyTable).where(eq(table.id, id)).for('update'))[0],

    insert: async (transaction: Transaction, row: { id: string } & Partial<Omit<Table['$inferSelect'], GeneratedColumn>>) => {
      await transaction.insert(table).values(row as never)
    },

    update: async (transaction: Transaction, id: string, changes: Partial<Table['$inferSelect']>) => {
      await transaction
        .update(anyTable)
        .set({ ...changes, updatedAt: nextVersion(table.updatedAt) } as never)
        .where(eq(table.id, id))
    },

    remove: async (transaction: Transaction, id: string) => {
      await editions.remove(transaction, id)
      await transaction.delete(table).where(eq(table.id, id))
    },
  }
}

/** Returns a condition that matches items in a state, or in the bin. Without a state, all items outside the bin match. */
function inState({ state, deletedAt }: ItemTable, wanted: StateFilter | undefined): SQL | undefined {
  if (!state || !deletedAt) return undefined
  if (wanted === 'bin') return isNotNull(deletedAt)
  return and(isNull(deletedAt), wanted && eq(state, wanted))
}

/** Returns a condition that matches the ids of items in the bin. */
function inBin({ id, deletedAt }: ItemTable) {
  if (!deletedAt) return undefined
  return (itemId: PgColumn) => sql`exists (select from ${id.table} where ${eq(id, itemId)} and ${isNotNull(deletedAt)})`
}

/** Drops the columns that only queries use. */
export function withoutQueried<Row extends { publicationId: string | null; isListed: boolean }>(row: Row) {
  const { publicationId: _publicationId, isListed: _isListed, ...rest } = row
  return rest
}

/** Returns the times of an item's state for the API. Items of earlier versions may have no publication time. */
export function itemTimes({ state, publishAt, publishedAt, deletedAt, createdAt }: Required<StateRow>) {
  const firstPublished = publishedAt ?? (REACHABLE_STATES.includes(state) ? createdAt : null)
  return {
    publishAt: publishAt?.toISOString() ?? null,
    publishedAt: firstPublished?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
  }
}
