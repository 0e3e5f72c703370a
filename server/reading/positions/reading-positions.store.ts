import { desc, inArray, sql } from 'drizzle-orm'
import type { ReadingPosition, SavedReadingPosition } from '#contracts/reading/reading-position.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { readingPositions } from './reading-positions.schema.ts'

export function createReadingPositionStore(orm: Orm) {
  return {
    /** Returns the most recent reading position of the orders. */
    find: async (orderIds: string[]): Promise<SavedReadingPosition | undefined> => {
      const [row] = await orm
        .select()
        .from(readingPositions)
        .where(inArray(readingPositions.orderId, orderIds))
        .orderBy(desc(readingPositions.savedAt))
        .limit(1)
      if (!row) return undefined
      const { page, part, block, characters, savedAt } = row
      const text = part === null ? null : { part, block: block ?? 0, offset: characters ?? 0 }
      return { page, text, savedAt: savedAt.toISOString() }
    },

    /** Stores the reading position for each of the orders. Returns the time of saving. */
    save: async (orderIds: string[], { page, text }: ReadingPosition): Promise<string> => {
      const savedAt = sql`now()`
      const place = { page, part: text?.part ?? null, block: text?.block ?? null, characters: text?.offset ?? null, savedAt }
      const [row] = await orm
        .insert(readingPositions)
        .values(orderIds.map((orderId) => ({ orderId, ...place })))
        .onConflictDoUpdate({ target: readingPositions.orderId, set: place })
        .returning({ savedAt: readingPositions.savedAt })
      if (!row) throw new Error('No order to save the position with')
      return row.savedAt.toISOString()
    },
  }
}
