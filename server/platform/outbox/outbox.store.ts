import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { integer, type PgColumn, type PgTable, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { MAIL_RETRY_DAYS } from '#contracts/admin/retention.ts'
import type { LostMail, MailState } from '#contracts/common/mail-state.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'

/** Columns that every outbox table has. */
const outbox = pgTable('outbox', {
  number: integer().primaryKey(),
  /** Time from which the email may be sent */
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
  /** Time when the mail server accepted the email, or when sending ended without that because of `problem`; null until then */
  sentAt: timestamp('sent_at', { withTimezone: true }),
  /** The reason why the email was not accepted: final if `sentAt` is set, otherwise of the latest attempt */
  problem: text(),
})

/** Problem of emails on a site without a mail server, which are only written to files. */
export const NO_MAIL_SERVER = 'No mail server is configured'

/** Age after which an email that the mail server has not accepted counts as lost, although sending is still retried. */
const LOST_AFTER = sql`interval '1 day'`

/** Returns the state of an email: `accepted` only if a mail server accepted it. */
export function mailState({ sentAt, problem }: { sentAt: Date | null; problem: string | null }): MailState {
  if (!sentAt) return 'waiting'
  if (problem === null) return 'accepted'
  return problem === NO_MAIL_SERVER ? 'not_sent' : 'refused'
}

/** Describes an email that could not be delivered, for the overview. */
export function toLostMail({ issuedAt, ...lost }: Pick<LostMail, 'about' | 'id' | 'problem'> & { issuedAt: Date }): LostMail {
  return { ...lost, at: issuedAt.toISOString() }
}

/** Table used as an outbox, in which each row becomes one email. */
type OutboxTable = PgTable & Record<keyof typeof outbox.$inferSelect, PgColumn> & { $inferSelect: { number: number } }
export type OutboxStore<Row = { number: number }> = {
  listDue: (page: { after: number; limit: number }) => Promise<Row[]>
  lockDue: (transaction: Transaction, number: number) => Promise<Row | undefined>
  markSent: (transaction: Transaction, number: number, problem?: string) => Promise<void>
  noteProblem: (number: number, problem: string) => Promise<void>
  readUnsent: () => Promise<{ count: number; oldestSeconds: number }>
  listLost: (limit: number) => Promise<Row[]>
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

    /** Ends the sending of a row. With `problem`, the email was not accepted by a mail server. */
    markSent: async (transaction, number, problem) => {
      await transaction
        .update(rows)
        .set({ sentAt: sql`now()`, problem: problem ?? null })
        .where(eq(rows.number, number))
    },

    /** Stores the reason for a failed attempt, unless it is the same as before. */
    noteProblem: async (number, problem) => {
      const isNew = and(eq(rows.number, number), isNull(rows.sentAt), sql`${rows.problem} is distinct from ${problem}`)
      await orm.update(rows).set({ problem }).where(isNew)
    },

    /** Returns the number of due rows and the age of the oldest in seconds. */
    readUnsent: async () => {
      const oldestSeconds = sql<number>`coalesce(extract(epoch from now() - min(${rows.issuedAt})), 0)::float8`
      const [row] = await orm.select({ count: count(), oldestSeconds }).from(rows).where(isDue)
      return row ?? { count: 0, oldestSeconds: 0 }
    },

    /** Lists the latest emails of the last two weeks that were refused, or that no mail server has accepted for a day. */
    listLost: async (limit) => {
      const isRefused = and(isNotNull(rows.sentAt), isNotNull(rows.problem), ne(rows.problem, NO_MAIL_SERVER))
      const isLate = and(isNull(rows.sentAt), lt(rows.issuedAt, sql`now() - ${LOST_AFTER}`))
      return orm
        .select()
        .from(rows)
        .where(and(isRecent, or(isRefused, isLate)))
        .orderBy(desc(rows.number))
        .limit(limit) as Promise<Table['$inferSelect'][]>
    },
  }
}
