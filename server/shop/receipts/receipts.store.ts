import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { createOutboxStore } from '#server/platform/outbox/outbox.store.ts'
import type { Receipt } from './issue-receipt.ts'
import { receipts } from './receipts.schema.ts'

export type ReceiptStore = ReturnType<typeof createReceiptStore>

export function createReceiptStore(orm: Orm) {
  return {
    ...createOutboxStore(orm, receipts),

    /** Finds the first receipt of each order. A second payment of an order has a receipt, too. */
    findByOrders: (orderIds: string[]): Promise<Receipt[]> =>
      orm
        .selectDistinctOn([receipts.orderId])
        .from(receipts)
        .where(inArray(receipts.orderId, orderIds))
        .orderBy(receipts.orderId, asc(sql`abs(${receipts.number})`)),

    /** Queues the receipts of an order again, for this email address. Returns whether the order has receipts. */
    requeue: async (transaction: Transaction, { orderId, email }: { orderId: string; email: string }): Promise<boolean> => {
      const changes = { email, sentAt: null, problem: null, issuedAt: sql`now()`, requeues: sql`${receipts.requeues} + 1` }
      return (await transaction.update(receipts).set(changes).where(eq(receipts.orderId, orderId))).rowCount !== 0
    },

    findOrderId: async (number: number): Promise<string | undefined> =>
      (await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number)))[0]?.orderId,
  }
}
