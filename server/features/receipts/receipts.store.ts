import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { receipts } from './receipts.schema.ts'

export type Receipt = typeof receipts.$inferSelect
export type NewReceipt = Pick<Receipt, 'attemptId' | 'orderId' | 'email'>
export type ReceiptStore = ReturnType<typeof createReceiptStore>

export function createReceiptStore(orm: Orm) {
  const recent = (days: number) => gt(receipts.issuedAt, sql`now() - make_interval(days => ${days})`)

  return {
    /** Serializes numbering until the transaction ends, so that a rollback leaves no gap. */
    lockNumbers: async (transaction: Transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.receipts})`)
    },

    findByAttempt: async (transaction: Transaction, attemptId: string): Promise<Receipt | undefined> =>
      (await transaction.select().from(receipts).where(eq(receipts.attemptId, attemptId)))[0],

    /** Under the next number. */
    insert: async (transaction: Transaction, receipt: NewReceipt): Promise<number> => {
      const number = sql<number>`(select coalesce(max(${receipts.number}), 0) + 1 from ${receipts})`
      const [row] = await transaction
        .insert(receipts)
        .values({ ...receipt, number })
        .returning({ number: receipts.number })
      if (!row) throw new Error('The insert of a receipt returned no row')
      return row.number
    },

    /** The first receipt of each of the orders; a second payment has one too. */
    findByOrders: (orderIds: string[]): Promise<Receipt[]> =>
      orm
        .selectDistinctOn([receipts.orderId])
        .from(receipts)
        .where(inArray(receipts.orderId, orderIds))
        .orderBy(receipts.orderId, asc(receipts.number)),

    findOrderId: async (number: number): Promise<string | undefined> =>
      (await orm.select({ orderId: receipts.orderId }).from(receipts).where(eq(receipts.number, number)))[0]?.orderId,

    /** Unsent receipts with a higher number, in order. */
    listDue: ({ after, giveUpDays, limit }: { after: number; giveUpDays: number; limit: number }): Promise<Receipt[]> => {
      return orm
        .select()
        .from(receipts)
        .where(and(isNull(receipts.sentAt), gt(receipts.number, after), recent(giveUpDays)))
        .orderBy(asc(receipts.number))
        .limit(limit)
    },

    /** How many are unsent, and how long the oldest of them. */
    readUnsent: async (giveUpDays: number): Promise<{ count: number; oldestSeconds: number }> => {
      const oldestSeconds = sql<number>`coalesce(extract(epoch from now() - min(${receipts.issuedAt})), 0)::float8`
      const [row] = await orm
        .select({ count: count(), oldestSeconds })
        .from(receipts)
        .where(and(isNull(receipts.sentAt), recent(giveUpDays)))
      return row ?? { count: 0, oldestSeconds: 0 }
    },

    /** Locks the receipt until the transaction ends. Returns false when it was sent, or another app is sending it. */
    lockDue: async (transaction: Transaction, number: number): Promise<boolean> => {
      // Frees the row of an app whose machine vanished without closing its connection. No mail takes so long.
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = '90s'`)
      const rows = await transaction
        .select({ number: receipts.number })
        .from(receipts)
        .where(and(eq(receipts.number, number), isNull(receipts.sentAt)))
        .for('update', { skipLocked: true })
      return rows.length > 0
    },

    markSent: async (transaction: Transaction, number: number) => {
      await transaction.update(receipts).set({ sentAt: sql`now()` }).where(eq(receipts.number, number))
    },
  }
}
