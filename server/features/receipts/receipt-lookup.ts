import { asc, eq, inArray } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { receipts } from './receipts.schema.ts'
import type { Receipt } from './receipts.store.ts'

/** Finds receipts for people who look through many orders. */
export function createReceiptLookup(orm: Orm) {
  return {
    /** The first one of each of the orders; a payment that came a second time has one too. */
    ofOrders: (orderIds: string[]): Promise<Receipt[]> =>
      orm
        .selectDistinctOn([receipts.orderId])
        .from(receipts)
        .where(inArray(receipts.orderId, orderIds))
        .orderBy(receipts.orderId, asc(receipts.number)),

    orderOf: async (number: number): Promise<string | undefined> => {
      const [row] = await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number))
      return row?.orderId
    },
  }
}
