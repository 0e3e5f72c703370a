import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** One for every received payment, numbered without gaps. */
export const receipts = pgTable(
  'receipts',
  {
    number: integer().primaryKey(),
    attemptId: text('attempt_id').notNull().unique(),
    orderId: text('order_id').notNull(),
    email: text().notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** The date of the receipt: when the payment was made */
    datedAt: moment('dated_at').notNull(),
    /** When the mail server accepted it; null before */
    sentAt: moment('sent_at'),
  },
  (table) => [index('receipts_unsent').on(table.number).where(sql`${table.sentAt} is null`), index('receipts_order').on(table.orderId)],
)
