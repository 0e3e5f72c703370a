import { asc, eq, inArray } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { createOutboxStore } from './outbox.store.ts'
import { receipts } from './receipts.schema.ts'

export type Receipt = typeof receipts.$inferSelect
export type NewReceipt = Pick<Receipt, 'attemptId' | 'orderId' | 'email' | 'datedAt'>
export type ReceiptStore = ReturnType<typeof createReceiptStore>

export function createReceiptStore(orm: Orm) {
  const outbox = createOutboxStore(orm, receipts)
  return {
    ...outbox,

    findByAttempt: async (transaction: Transaction, attemptId: string): Promise<Receipt | undefined> =>
      (await transaction.select().from(receipts).where(eq(receipts.attemptId, attemptId)))[0],

    /** Stores a receipt under the next number and returns the number. */
    insert: async (transaction: Transaction, receipt: NewReceipt): Promise<number> => {
      const [row] = await transaction
        .insert(receipts)
        .values({ ...receipt, number: outbox.nextNumber })
        .returning({ number: receipts.number })
      if (!row) throw new Error('The insert of a receipt returned no row')
      return row.number
    },

    /** Finds the first receipt of each order; a second payment of an order has a receipt as well. */
    findByOrders: (orderIds: string[]): Promise<Receipt[]> =>
      orm
        .selectDistinctOn([receipts.orderId])
        .from(receipts)
        .where(inArray(receipts.orderId, orderIds))
        .orderBy(receipts.orderId, asc(receipts.number)),

    findOrderId: async (number: number): Promise<string | undefined> =>
      (await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number)))[0]?.orderId,
  }
}
