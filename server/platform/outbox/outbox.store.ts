import { and, asc, count, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { integer, type PgColumn, type PgTable, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { MAIL_RETRY_DAYS } from '#contracts/admin/retention.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

/** Columns that every outbox table has. */
const outbox = pgTable('outbox', {
  number: integer().primaryKey(),
  /** Time from which the email may be sent */
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
  /** Time when the mail server accepted the email; null until then */
  sentAt: timestamp('sent_at', { withTimezone: true }),
})

/** Table used as an outbox, in which each row becomes one email. */
type OutboxTable = PgTable & Record<keyof typeof outbox.$inferSelect, PgColumn> & { $inferSelect: { number: number } }
export type OutboxStore<Row = { number: number }> = {
  listDue: (page: { after: number; limit: number }) => Promise<Row[]>
  lockDue: (transaction: Transaction, number: number) => Promise<Row | undefined>
  markSent: (transaction: Transaction, number: number) => Promise<void>
  readUnsent: () => Promise<{ count: number; oldestSeconds: number }>
}

export function createOutboxStore<Table extends OutboxTable>(orm: Orm, table: Table): OutboxStore<Table['$inferSelect']> {
  const rows = table as unknown as typeof outbox
  const isRecent = gt(rows.issuedAt, sql`now() - make_interval(days => ${MAIL_RETRY_DAYS})`)
  // Rows are due at `issuedAt`, which is in the future for delayed notices.
  const isDue = and(isNull(rows.sentAt), lte(rows.issuedAt, sql`now()`), isRecent)

  return {
    /** Lists due rows with a number above `after`, in order. */
    listDue: async ({ after, limit }) =>
      orm
        .select()
        .from(rows)
        .where(and(isDue, gt(rows.number, after)))
        .orderBy(asc(rows.number))
        .limit(limit) as Promise<Table['$inferSelect'][]>,

    /** Locks the row until the transaction ends. Returns undefined if the row was sent or another instance is sending it. */
    lockDue: async (transaction, number) => {
      // Releases the lock if the machine of an instance fails without closing its connection. Sending an email takes less than 90 s.
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = '90s'`)
      const [row] = await transaction
        .select()
        .from(rows)
        .where(and(eq(rows.number, number), isNull(rows.sentAt)))
        .for('update', { skipLocked: true })
      return row as Table['$inferSelect'] | undefined
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
