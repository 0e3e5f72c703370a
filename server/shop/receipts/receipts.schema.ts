import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Receipts, one for each received payment, numbered without gaps. */
export const receipts = pgTable(
  'receipts',
  {
    number: integer().primaryKey(),
    attemptId: text('attempt_id').notNull().unique(),
    orderId: text('order_id').notNull(),
    email: text().notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** The date on the receipt: the time of the payment */
    datedAt: moment('dated_at').notNull(),
    /** Time at which the mail server accepted the mail; null before */
    sentAt: moment('sent_at'),
  },
  (table) => [index('receipts_unsent').on(table.number).where(sql`${table.sentAt} is null`), index('receipts_order').on(table.orderId)],
)
