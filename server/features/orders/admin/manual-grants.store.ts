import { and, eq, isNull, sql } from 'drizzle-orm'
import { orderGrants } from '#server/features/orders/orders.schema.ts'
import type { Transaction } from '#server/platform/database/database.ts'

export type ManualGrantStore = ReturnType<typeof createManualGrantStore>

export function createManualGrantStore() {
  return {
    insert: async (transaction: Transaction, grant: { orderId: string; reason: string; by: string | null }): Promise<void> => {
      await transaction.insert(orderGrants).values(grant)
    },

    /** Returns false when there is none to revoke. */
    revoke: async (transaction: Transaction, orderId: string): Promise<boolean> => {
      const revoked = await transaction
        .update(orderGrants)
        .set({ revokedAt: sql`now()` })
        .where(and(eq(orderGrants.orderId, orderId), isNull(orderGrants.revokedAt)))
        .returning({ orderId: orderGrants.orderId })
      return revoked.length > 0
    },
  }
}
