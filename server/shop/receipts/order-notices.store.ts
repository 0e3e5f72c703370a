import { and, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Currency } from '#contracts/shop/price.ts'
import type { OrderedProduct } from '#contracts/shop/product.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { createOutboxStore } from '#server/platform/outbox/outbox.store.ts'
import { lockNumbers, nextNumber } from './issue-receipt.ts'
import { orderNotices } from './receipts.schema.ts'

export type OrderNotice = typeof orderNotices.$inferSelect
type NewNotice = { orderId: string; email: string; afterMinutes?: number } & (
  | { kind: 'granted' | 'address_removed' | 'already_owned' }
  | { kind: 'refunded' | 'partly_refunded' | 'refund_undone'; attemptId: string; amountMinor: number; currency: Currency }
)
/** Item that an email to a buyer is about */
export type NoticeSubject = {
  product: OrderedProduct
  /** Whether the buyer currently has access to the item */
  isOwned: boolean
  /** Whether the notice is about a payment in cash or by transfer */
  isPaidInPerson: boolean
}
export type NoticeStore = ReturnType<typeof createNoticeStore>

export function createNoticeStore(orm: Orm) {
  return {
    ...createOutboxStore(orm, orderNotices),

    insert: async (transaction: Transaction, { afterMinutes = 0, ...notice }: NewNotice): Promise<void> => {
      await lockNumbers(transaction)
      const issuedAt = sql`now() + make_interval(mins => ${afterMinutes})`
      await transaction.insert(orderNotices).values({ ...notice, number: nextNumber(orderNotices), issuedAt })
    },

    /** Returns whether a notice of this kind about the order was created within the last day. */
    isRecent: async (transaction: Transaction, { kind, orderId }: Pick<OrderNotice, 'kind' | 'orderId'>): Promise<boolean> => {
      const isKind = and(eq(orderNotices.orderId, orderId), eq(orderNotices.kind, kind))
      return (await transaction.$count(orderNotices, and(isKind, gt(orderNotices.issuedAt, sql`now() - interval '1 day'`)))) > 0
    },

    /** Changes the recipient of the unsent notices about an order. */
    readdress: async (transaction: Transaction, { orderId, email }: { orderId: string; email: string }): Promise<void> => {
      const unsent = and(eq(orderNotices.orderId, orderId), isNull(orderNotices.sentAt))
      await transaction.update(orderNotices).set({ email }).where(unsent)
    },

    /** Removes the latest unsent notice about a refund of this amount. Returns false if there is none. */
    withdrawRefund: async (transaction: Transaction, { attemptId, amountMinor }: { attemptId: string; amountMinor: number }) => {
      const { kind, sentAt } = orderNotices
      const refund = and(eq(orderNotices.attemptId, attemptId), eq(orderNotices.amountMinor, amountMinor))
      const unsent = and(refund, inArray(kind, ['refunded', 'partly_refunded']), isNull(sentAt))
      const latest = transaction
        .select({ number: max(orderNotices.number) })
        .from(orderNotices)
        .where(unsent)
      return (await transaction.delete(orderNotices).where(inArray(orderNotices.number, latest))).rowCount === 1
    },
  }
}
