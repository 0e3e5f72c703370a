import { and, eq, getTableColumns, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { RefundReason } from '#contracts/shop/payment.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'
import { isFor } from '../order-predicates.ts'
import { orders, paymentAttempts, refundsDue } from '../orders.schema.ts'

/** Browsers and email addresses (in lower case) for which payments were made */
type Beneficiaries = { clients: string[]; emails: string[] }

/** Stores refunds due to buyers. */
export type RefundsDueStore = ReturnType<typeof createRefundsDueStore>

export function createRefundsDueStore(orm: Orm) {
  return {
    /** Adds a due refund to a payment without one. A refund that was already settled for another reason becomes due again. */
    add: async (transaction: Transaction, attemptId: string, reason: RefundReason) => {
      await transaction
        .insert(refundsDue)
        .values({ attemptId, reason, since: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: refundsDue.attemptId,
          set: { reason, since: sql`clock_timestamp()`, settledAt: null },
          setWhere: and(isNotNull(refundsDue.settledAt), ne(refundsDue.reason, reason)),
        })
    },

    /** Finds the reason for a payment's due refund; undefined if no refund is due. */
    find: async (attemptId: string): Promise<RefundReason | undefined> =>
      (await orm.select({ reason: refundsDue.reason }).from(refundsDue).where(isDue(attemptId)))[0]?.reason,

    /** Marks a due refund as settled. Returns false if no refund was due. */
    settle: async (transaction: Transaction, attemptId: string): Promise<boolean> => {
      const settled = { settledAt: sql`clock_timestamp()` }
      return (await transaction.update(refundsDue).set(settled).where(isDue(attemptId))).rowCount === 1
    },

    /**
     * Lists payments of browsers and email addresses that are due for a refund because the beneficiary already owned the product, oldest
     * first.
     */
    listSecondPayments: (transaction: Transaction, { clients, emails }: Beneficiaries, product: ProductRef): Promise<AttemptRow[]> =>
      transaction
        .select(getTableColumns(paymentAttempts))
        .from(paymentAttempts)
        .innerJoin(refundsDue, eq(refundsDue.attemptId, paymentAttempts.id))
        .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
        .where(
          and(
            isFor(product),
            or(inArray(paymentAttempts.clientDigest, clients), inArray(orders.email, emails)),
            eq(refundsDue.reason, 'second_payment'),
            isNull(refundsDue.settledAt),
          ),
        )
        .orderBy(paymentAttempts.id),

    /** Removes a refund that is no longer due. */
    drop: async (transaction: Transaction, attemptId: string) => {
      await transaction.delete(refundsDue).where(eq(refundsDue.attemptId, attemptId))
    },

    /** Changes the reason of a due refund. */
    giveReason: async (transaction: Transaction, attemptId: string, reason: RefundReason) => {
      await transaction.update(refundsDue).set({ reason }).where(eq(refundsDue.attemptId, attemptId))
    },

    count: (): Promise<number> => orm.$count(refundsDue, isNull(refundsDue.settledAt)),
  }
}

function isDue(attemptId: string) {
  return and(eq(refundsDue.attemptId, attemptId), isNull(refundsDue.settledAt))
}
