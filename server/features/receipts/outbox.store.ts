import { and, asc, count, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { orderNotices } from './order-notices.schema.ts'
import type { receipts } from './receipts.schema.ts'

/** The table of an outbox: each row becomes one mail. */
type OutboxTable = typeof receipts | typeof orderNotices
export type OutboxStore<Row = { number: number }> = {
  listDue: (page: { after: number; limit: number }) => Promise<Row[]>
  lockDue: (transaction: Transaction, number: number) => Promise<boolean>
  lockNumbers: (transaction: Transaction) => Promise<void>
  nextNumber: SQL<number>
  markSent: (transaction: Transaction, number: number) => Promise<void>
  readUnsent: () => Promise<{ count: number; oldestSeconds: number }>
}

/** After which an undeliverable mail is given up: the address may not exist. */
const GIVE_UP_DAYS = 14

export function createOutboxStore<Table extends OutboxTable>(orm: Orm, table: Table): OutboxStore<Table['$inferSelect']> {
  // Both tables have these columns.
  const rows = table as typeof receipts
  const isRecent = gt(rows.issuedAt, sql`now() - make_interval(days => ${GIVE_UP_DAYS})`)
  // A notice may be issued for later.
  const isDue = and(isNull(rows.sentAt), lte(rows.issuedAt, sql`now()`), isRecent)

  return {
    /** Serializes numbering until the transaction ends, so that a rollback leaves no gap. */
    lockNumbers: async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.receipts})`)
    },

    nextNumber: sql<number>`(select coalesce(max(${rows.number}), 0) + 1 from ${rows})`,

    /** Unsent rows with a higher number, in order. */
    listDue: async ({ after, limit }) =>
      orm
        .select()
        .from(rows)
        .where(and(isDue, gt(rows.number, after)))
        .orderBy(asc(rows.number))
        .limit(limit),

    /** Locks the row until the transaction ends. Returns false when it was sent, or another app is sending it. */
    lockDue: async (transaction, number) => {
      // Frees the row of an app whose machine vanished without closing its connection. No mail takes so long.
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

    /** How many are unsent, and how long the oldest of them. */
    readUnsent: async () => {
      const oldestSeconds = sql<number>`coalesce(extract(epoch from now() - min(${rows.issuedAt})), 0)::float8`
      const [row] = await orm.select({ count: count(), oldestSeconds }).from(rows).where(isDue)
      return row ?? { count: 0, oldestSeconds: 0 }
    },
  }
}
