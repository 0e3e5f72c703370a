import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { purchaseCodes } from './purchases.schema.ts'

export type PurchaseCode = Pick<
  typeof purchaseCodes.$inferSelect,
  'id' | 'email' | 'clientDigest' | 'codeDigest' | 'createdAt' | 'expiresAt'
>
export type PurchaseStore = ReturnType<typeof createPurchaseStore>

export function createPurchaseStore(orm: Orm) {
  return {
    insert: async (code: PurchaseCode) => {
      await orm.insert(purchaseCodes).values(code)
    },

    /**
     * Counts a try of the latest code that this browser asked for with the address, and answers that code for comparison.
     * Undefined when there is none that can still be used, and when it had its tries: one at a time or all at once.
     */
    countTry: async (
      { email, clientDigest }: Pick<PurchaseCode, 'email' | 'clientDigest'>,
      { at, most }: { at: Date; most: number },
    ): Promise<Pick<PurchaseCode, 'id' | 'codeDigest'> | undefined> => {
      const latest = orm
        .select({ id: purchaseCodes.id })
        .from(purchaseCodes)
        .where(and(eq(purchaseCodes.email, email), eq(purchaseCodes.clientDigest, clientDigest)))
        .orderBy(desc(purchaseCodes.createdAt), desc(purchaseCodes.id))
        .limit(1)
      const [row] = await orm
        .update(purchaseCodes)
        .set({ tries: sql`${purchaseCodes.tries} + 1` })
        .where(
          and(
            eq(purchaseCodes.id, sql`(${latest})`),
            lt(purchaseCodes.tries, most),
            isNull(purchaseCodes.usedAt),
            gt(purchaseCodes.expiresAt, at),
          ),
        )
        .returning({ id: purchaseCodes.id, codeDigest: purchaseCodes.codeDigest })
      return row
    },

    /** False when it was used before. */
    use: async (id: string, at: Date): Promise<boolean> => {
      const rows = await orm
        .update(purchaseCodes)
        .set({ usedAt: at })
        .where(and(eq(purchaseCodes.id, id), isNull(purchaseCodes.usedAt)))
        .returning({ id: purchaseCodes.id })
      return rows.length > 0
    },

    /** Removes what has run out. */
    purge: async (at: Date) => {
      await orm.delete(purchaseCodes).where(lt(purchaseCodes.expiresAt, at))
    },
  }
}
