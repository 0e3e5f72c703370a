import { desc, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import type { z } from 'zod'
import {
  MAX_ACT_AGE_MS,
  type ReadingAct,
  type ReadingPositionSaved,
  type SavedReadingPosition,
} from '#contracts/reading/reading-position.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { readingPositions } from './reading-positions.schema.ts'

const age = sql<number>`least(${MAX_ACT_AGE_MS}, greatest(0, extract(epoch from now() - ${readingPositions.actedAt}) * 1000))::float8`

export function createReadingPositionStore(orm: Orm) {
  /** Returns the reading position of the orders to which the reader moved last. */
  async function find(orderIds: string[]): Promise<SavedReadingPosition | undefined> {
    const [row] = await orm
      .select({ ...getTableColumns(readingPositions), age })
      .from(readingPositions)
      .where(inArray(readingPositions.orderId, orderIds))
      .orderBy(desc(readingPositions.actedAt))
      .limit(1)
    if (!row) return undefined
    const { page, part, block, characters, words, edition, savedAt } = row
    const known = words !== null && { words }
    const text = part === null ? null : { part, block: block ?? 0, offset: characters ?? 0, ...known }
    return {
      page,
      text,
      ...(!text && known),
      ...(edition !== null && { edition }),
      savedAt: savedAt.toISOString(),
      age: Math.round(row.age),
    }
  }

  return {
    find,

    /** Stores the reading position for each of the orders, unless the reader moved elsewhere later. */
    save: async (orderIds: string[], { page, text, words, edition, age }: z.output<typeof ReadingAct>): Promise<ReadingPositionSaved> => {
      const place = {
        page,
        part: text?.part ?? null,
        block: text?.block ?? null,
        characters: text?.offset ?? null,
        words: (text ? text.words : words) ?? null,
        edition: edition ?? null,
        actedAt: sql`now() - ${age} * interval '1 millisecond'`,
        savedAt: sql`now()`,
      }
      const saved = await orm
        .insert(readingPositions)
        .values(orderIds.map((orderId) => ({ orderId, ...place })))
        .onConflictDoUpdate({
          target: readingPositions.orderId,
          set: place,
          setWhere: lte(readingPositions.actedAt, sql`excluded.acted_at`),
        })
        .returning({ savedAt: readingPositions.savedAt })
      const savedAt = saved[0]?.savedAt.toISOString()
      if (savedAt && saved.length === orderIds.length) return { savedAt, newer: null }
      const newest = await find(orderIds)
      if (!newest) throw new Error('No order to save the position with')
      return { savedAt: newest.savedAt, newer: newest.savedAt === savedAt ? null : newest }
    },
  }
}
