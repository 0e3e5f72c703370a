import { and, eq, isNull } from 'drizzle-orm'
import { orderGrants } from '#server/features/orders/orders.schema.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

export type GrantStore = ReturnType<typeof createGrantStore>

export function createGrantStore(orm: Orm) {
  return {
    isGranted: async (orderId: string): Promise<boolean> =>
      (await orm.$count(orderGrants, and(eq(orderGrants.orderId, orderId), isNull(orderGrants.revokedAt)))) > 0,

    insert: async (transaction: Transaction, grant: { orderId: string; reason: string; by: string | null }): Promise<void> => {
      await transaction.insert(orderGrants).values(grant)
    },

    /** False when there is none that stands. */
    revoke: async (transaction: Transaction, orderId: string): Promise<boolean> => {
      const revoked = await transaction
        .update(orderGrants)
        .set({ revokedAt: new Date() })
        .where(and(eq(orderGrants.orderId, orderId), isNull(orderGrants.revokedAt)))
        .returning({ orderId: orderGrants.orderId })
      return revoked.length > 0
    },
  }
}
