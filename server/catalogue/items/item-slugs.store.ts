import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { itemSlugs } from './item-slugs.schema.ts'
import { slugOf, slugOfId } from './slug-of.ts'

export type SluggedKind = (typeof itemSlugs.$inferSelect)['kind']
/** Maximum number that is appended to a slug. */
const MAX_NUMBER = 9_999
/**
 * Maximum number of attempts to claim a slug. Instances that publish items with identical titles wait for each other, so a single further
 * attempt is enough for each instance.
 */
const MAX_TRIES = 20

export type ItemSlugs = ReturnType<typeof createItemSlugs>

/** Returns the condition that joins an item with its current slug. */
export function hasCurrentSlug(kind: SluggedKind, id: PgColumn): SQL {
  return sql`${itemSlugs.kind} = ${kind} and ${itemSlugs.itemId} = ${id} and ${itemSlugs.isCurrent}`
}

/**
 * Creates the store of the slugs of one kind of items. Current and former slugs are unique, so that an old URL leads to one item only. The
 * slug of an item in the bin may be taken by another item.
 * @param isInBin returns the condition that an item is in the bin
 */
export function createItemSlugs(orm: Orm, kind: SluggedKind, isInBin: (itemId: PgColumn) => SQL = () => sql`false`) {
  const ofKind = eq(itemSlugs.kind, kind)
  const isFree = sql`(${itemSlugs.itemId} is null or ${isInBin(itemSlugs.itemId)})`

  /** Makes a slug the current slug of an item, unless another item has or had it. Returns whether the slug was available. */
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

    /** Claims a slug that is generated from the name, with a number if the slug is taken, and returns it. */
    claimGenerated: async (transaction: Transaction, { id: itemId, name }: { id: string; name: string }): Promise<string> => {
      const slug = slugOf(name) ?? slugOfId(kind, itemId)
      if (await claim(transaction, itemId, slug)) return slug
      // Claiming is retried, since another transaction may claim the number first.
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
      const last = slugOfId(kind, itemId)
      await claim(transaction, itemId, last)
      return last
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

    /** Returns whether another item may take the slug. */
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

    /** Finds the current slug of an item. An item in the bin has no slug after another item has taken it. */
    findCurrent: async (transaction: Transaction, itemId: string): Promise<string | undefined> => {
      const isCurrent = and(ofKind, eq(itemSlugs.itemId, itemId), itemSlugs.isCurrent)
      const [row] = await transaction.select({ slug: itemSlugs.slug }).from(itemSlugs).where(isCurrent)
      return row?.slug
    },

    /** Finds the id of the item that has or had a slug. Returns null if the item was deleted, and undefined if the slug was never used. */
    findItem: async (slug: string): Promise<string | null | undefined> => {
      const [row] = await orm
        .select({ itemId: itemSlugs.itemId })
        .from(itemSlugs)
        .where(and(ofKind, eq(itemSlugs.slug, slug)))
      return row?.itemId
    },
  }
}
