import { asc, eq, inArray } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import type { Receipt } from './issue-receipt.ts'
import { createOutboxStore, type OutboxStore } from './outbox.store.ts'
import { receipts } from './receipts.schema.ts'

export type ReceiptStore = OutboxStore<Receipt> & {
  /** Finds the first receipt of each order; a second payment of an order has a receipt as well. */
  findByOrders: (orderIds: string[]) => Promise<Receipt[]>
  findOrderId: (number: number) => Promise<string | undefined>
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

    findOrderId: async (number) =>
      (await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number)))[0]?.orderId,
  }
}
