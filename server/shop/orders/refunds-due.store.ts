import { and, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { RefundReason } from '#contracts/shop/payment.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { type AttemptRow, isOf } from './attempts.store.ts'
import { paymentAttempts, refundsDue } from './orders.schema.ts'

export type RefundsDueStore = ReturnType<typeof createRefundsDueStore>

/** Stores refunds due to buyers. */
export function createRefundsDueStore(orm: Orm) {
  return {
    /** Adds a due refund, unless one is already due. A refund that was settled for another reason becomes due again. */
    add: async (transaction: Transaction, attemptId: string, reason: RefundReason): Promise<void> => {
      await transaction
        .insert(refundsDue)
        .values({ attemptId, reason, since: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: refundsDue.attemptId,
          set: { reason, since: sql`clock_timestamp()`, settledAt: null },
          setWhere: and(isNotNull(refundsDue.settledAt), ne(refundsDue.reason, reason)),
        })
    },

    /** Finds the reason of a payment's due refund; undefined when none is due. */
    find: async (attemptId: string): Promise<RefundReason | undefined> => {
      const [row] = await orm
        .select({ reason: refundsDue.reason })
        .from(refundsDue)
        .where(and(eq(refundsDue.attemptId, attemptId), isNull(refundsDue.settledAt)))
      return row?.reason
    },

    /** Marks a due refund as settled. Returns false when none was due. */
    settle: async (transaction: Transaction, attemptId: string): Promise<boolean> => {
      const { rowCount } = await transaction
        .update(refundsDue)
        .set({ settledAt: sql`clock_timestamp()` })
        .where(and(eq(refundsDue.attemptId, attemptId), isNull(refundsDue.settledAt)))
      return rowCount === 1
    },

    /** Lists payments of a client whose refund is due because the client already owned the product, the earliest first. */
    listSecondPayments: (transaction: Transaction, clientDigest: string, product: ProductRef): Promise<AttemptRow[]> =>
      transaction
        .select(getTableColumns(paymentAttempts))
        .from(paymentAttempts)
        .innerJoin(refundsDue, eq(refundsDue.attemptId, paymentAttempts.id))
        .where(and(isOf(clientDigest, product), eq(refundsDue.reason, 'second_payment'), isNull(refundsDue.settledAt)))
        .orderBy(paymentAttempts.id),

    /** Removes a refund that is no longer due. */
    drop: async (transaction: Transaction, attemptId: string): Promise<void> => {
      await transaction.delete(refundsDue).where(eq(refundsDue.attemptId, attemptId))
    },

    /** Changes the reason of a due refund. */
    giveReason: async (transaction: Transaction, attemptId: string, reason: RefundReason): Promise<void> => {
      await transaction.update(refundsDue).set({ reason }).where(eq(refundsDue.attemptId, attemptId))
    },

    count: (): Promise<number> => orm.$count(refundsDue, isNull(refundsDue.settledAt)),
  }
}
