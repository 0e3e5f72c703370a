import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { itemSlugs } from './item-slugs.schema.ts'

export type SluggedKind = (typeof itemSlugs.$inferSelect)['kind']
/** Highest number that is appended to a slug. */
const MAX_NUMBER = 9_999
/** Apps that publish the same title at the same moment wait for each other, so that one more attempt is enough for each. */
const MAX_TRIES = 20

export type ItemSlugs = ReturnType<typeof createItemSlugs>

/** Returns the condition that joins the current slug of an item. */
export function hasCurrentSlug(kind: SluggedKind, id: PgColumn): SQL {
  return sql`${itemSlugs.kind} = ${kind} and ${itemSlugs.itemId} = ${id} and ${itemSlugs.isCurrent}`
}

/**
 * Store of the slugs of one kind of items. No two items have or had the same slug, so that an old URL leads to one item only. Another item
 * may take the slug of an item in the bin.
 * @param isInBin returns the condition that an item is in the bin
 */
export function createItemSlugs(orm: Orm, kind: SluggedKind, isInBin: (itemId: PgColumn) => SQL = () => sql`false`) {
  const ofKind = eq(itemSlugs.kind, kind)
  const isFree = sql`(${itemSlugs.itemId} is null or ${isInBin(itemSlugs.itemId)})`

  /** Makes a slug the item's current one, unless another item has or had it. Returns whether it succeeded. */
  async function claim(transaction: Transaction, itemId: string, slug: string): Promise<boolean> {
    await transaction
      .update(itemSlugs)
      .set({ isCurrent: false })
      .where(and(ofKind, eq(itemSlugs.itemId, itemId)))
    const claimed = await transaction
      .insert(itemSlugs)
      .values({ kind, slug, itemId, isCurrent: true })
      .onConflictDoUpdate({
        target: [itemSlugs.kind, itemSlugs.slug],
        set: { itemId, isCurrent: true },
        setWhere: sql`${itemSlugs.itemId} = ${itemId} or ${isFree}`,
      })
      .returning({ slug: itemSlugs.slug })
    return claimed.length > 0
  }

  return {
    kind,
    claim,

    /** Claims a slug, numbered when it is taken, and returns it. An item whose numbers are all taken gets its id as slug. */
    claimNumbered: async (transaction: Transaction, itemId: string, slug: string): Promise<string> => {
      if (await claim(transaction, itemId, slug)) return slug
      // Another transaction may claim the same number first.
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { rows } = await transaction.execute<{ free: string }>(sql`
          select candidate as free
          from generate_series(2, ${MAX_NUMBER}::int) number, concat(${slug}::text, '-', number) candidate
          where not exists (select from ${itemSlugs} where ${ofKind} and ${itemSlugs.slug} = candidate)
          order by number
          limit 1
        `)
        const [numbered] = rows
        if (!numbered) break
        if (await claim(transaction, itemId, numbered.free)) return numbered.free
      }
      await claim(transaction, itemId, itemId)
      return itemId
    },

    /** Releases the slugs of a deleted item, and returns them. */
    release: async (transaction: Transaction, itemId: string): Promise<string[]> => {
      const released = await transaction
        .update(itemSlugs)
        .set({ itemId: null, isCurrent: false })
        .where(and(ofKind, eq(itemSlugs.itemId, itemId)))
        .returning({ slug: itemSlugs.slug })
      return released.map(({ slug }) => slug)
    },

    /** Finds the ids of items by their current or former slugs. */
    findItems: async (slugs: string[]): Promise<Map<string, string>> => {
      const rows = await orm
        .select({ slug: itemSlugs.slug, itemId: sql<string>`${itemSlugs.itemId}` })
        .from(itemSlugs)
        .where(and(ofKind, isNotNull(itemSlugs.itemId), inArray(itemSlugs.slug, slugs)))
      return new Map(rows.map(({ slug, itemId }) => [slug, itemId]))
    },

    /** Whether another item may take the slug. */
    isFree: async (slug: string): Promise<boolean> =>
      (await orm.$count(itemSlugs, and(ofKind, eq(itemSlugs.slug, slug), sql`not ${isFree}`))) === 0,

    /** Lists the current and former slugs of an item. */
    list: async (transaction: Transaction, itemId: string): Promise<string[]> => {
      const rows = await transaction
        .select({ slug: itemSlugs.slug })
        .from(itemSlugs)
        .where(and(ofKind, eq(itemSlugs.itemId, itemId)))
      return rows.map(({ slug }) => slug)
    },

    /** Finds the current slug of an item. An item in the bin has none once another item has taken it. */
    findCurrent: async (transaction: Transaction, itemId: string): Promise<string | undefined> => {
      const isCurrent = and(ofKind, eq(itemSlugs.itemId, itemId), itemSlugs.isCurrent)
      const [row] = await transaction.select({ slug: itemSlugs.slug }).from(itemSlugs).where(isCurrent)
      return row?.slug
    },

    /** Finds the id of the item that has or had a slug; null when this item was deleted, undefined when the slug was never used. */
    findItem: async (slug: string): Promise<string | null | undefined> => {
      const [row] = await orm
        .select({ itemId: itemSlugs.itemId })
        .from(itemSlugs)
        .where(and(ofKind, eq(itemSlugs.slug, slug)))
      return row?.itemId
    },
  }
}
