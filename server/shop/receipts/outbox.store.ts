import { and, asc, count, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { orderNotices, receipts } from './receipts.schema.ts'

/** A table used as an outbox: each row becomes one mail. */
type OutboxTable = typeof receipts | typeof orderNotices
export type OutboxStore<Row = { number: number }> = {
  listDue: (page: { after: number; limit: number }) => Promise<Row[]>
  lockDue: (transaction: Transaction, number: number) => Promise<boolean>
  markSent: (transaction: Transaction, number: number) => Promise<void>
  readUnsent: () => Promise<{ count: number; oldestSeconds: number }>
}

/** Time after which an undeliverable mail is no longer retried: the address may not exist. */
const GIVE_UP_DAYS = 14

export function createOutboxStore<Table extends OutboxTable>(orm: Orm, table: Table): OutboxStore<Table['$inferSelect']> {
  // The type of one table stands for both: both tables have the columns used here.
  const rows = table as typeof receipts
  const isRecent = gt(rows.issuedAt, sql`now() - make_interval(days => ${GIVE_UP_DAYS})`)
  // `issuedAt` of a delayed notice is in the future.
  const isDue = and(isNull(rows.sentAt), lte(rows.issuedAt, sql`now()`), isRecent)

  return {
    /** Lists due rows with a number above `after`, in order. */
    listDue: async ({ after, limit }) =>
      orm
        .select()
        .from(rows)
        .where(and(isDue, gt(rows.number, after)))
        .orderBy(asc(rows.number))
        .limit(limit),

    /** Locks the row until the transaction ends. Returns false when the row was sent or another app is sending it. */
    lockDue: async (transaction, number) => {
      // Releases the lock of an app whose machine failed without closing its connection. Sending a mail takes less time.
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = '90s'`)
      const locked = await transaction
        .select({ number: rows.number })
        .from(rows)
        .where(and(eq(rows.number, number), isNull(rows.sentAt)))
        .for('update', { skipLocked: true })
      return locked.length > 0
    },

    markSent: async (transaction, number) => {
      await transaction.update(rows).set({ sentAt: sql`now()` }).where(eq(rows.number, number))
    },

    /** Returns the number of due rows and the age of the oldest in seconds. */
    readUnsent: async () => {
      const oldestSeconds = sql<number>`coalesce(extract(epoch from now() - min(${rows.issuedAt})), 0)::float8`
      const [row] = await orm.select({ count: count(), oldestSeconds }).from(rows).where(isDue)
      return row ?? { count: 0, oldestSeconds: 0 }
    },
  }
}
