import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { createOutboxStore, type OutboxStore } from '#server/platform/outbox/outbox.store.ts'
import type { Receipt } from './issue-receipt.ts'
import { receipts } from './receipts.schema.ts'

export type ReceiptStore = OutboxStore<Receipt> & {
  /** Finds the first receipt of each order; a second payment of an order has a receipt as well. */
  findByOrders: (orderIds: string[]) => Promise<Receipt[]>
  findOrderId: (number: number) => Promise<string | undefined>
  /** Queues the receipts of an order again, for this email address. Returns whether there are any. */
  requeue: (transaction: Transaction, order: { orderId: string; email: string }) => Promise<boolean>
}

export function createReceiptStore(orm: Orm): ReceiptStore {
  return {
    ...createOutboxStore(orm, receipts),

    findByOrders: (orderIds) =>
      orm
        .selectDistinctOn([receipts.orderId])
        .from(receipts)
        .where(inArray(receipts.orderId, orderIds))
        .orderBy(receipts.orderId, asc(receipts.number)),

    requeue: async (transaction, { orderId, email }) => {
      const changes = { email, sentAt: null, issuedAt: sql`now()`, requeues: sql`${receipts.requeues} + 1` }
      return (await transaction.update(receipts).set(changes).where(eq(receipts.orderId, orderId))).rowCount !== 0
    },

    findOrderId: async (number) =>
      (await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number)))[0]?.orderId,
  }
}
