import { desc, inArray, sql } from 'drizzle-orm'
import type { ReadingPlace, SavedReadingPlace } from '#contracts/reading/reading-position.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { readingPlaces } from './reading-positions.schema.ts'

export function createReadingPlaceStore(orm: Orm) {
  return {
    /** Returns the newest position of the orders. */
    find: async (orderIds: string[]): Promise<SavedReadingPlace | undefined> => {
      const [row] = await orm
        .select()
        .from(readingPlaces)
        .where(inArray(readingPlaces.orderId, orderIds))
        .orderBy(desc(readingPlaces.savedAt))
        .limit(1)
      if (!row) return undefined
      const { page, part, block, characters, savedAt } = row
      const text = part === null ? null : { part, block: block ?? 0, offset: characters ?? 0 }
      return { page, text, savedAt: savedAt.toISOString() }
    },

    /** Replaces the position of each of the orders. Returns the time of saving. */
    save: async (orderIds: string[], { page, text }: ReadingPlace): Promise<string> => {
      const savedAt = sql`now()`
      const place = { page, part: text?.part ?? null, block: text?.block ?? null, characters: text?.offset ?? null, savedAt }
      const [row] = await orm
        .insert(readingPlaces)
        .values(orderIds.map((orderId) => ({ orderId, ...place })))
        .onConflictDoUpdate({ target: readingPlaces.orderId, set: place })
        .returning({ savedAt: readingPlaces.savedAt })
      if (!row) throw new Error('No order to save the position with')
      return row.savedAt.toISOString()
    },
  }
}
