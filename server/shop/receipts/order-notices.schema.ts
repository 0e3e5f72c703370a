import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Currency } from '#contracts/shop/price.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

type NoticeKind = 'granted' | 'refunded' | 'partly_refunded' | 'refund_undone'

/** Queue of mails to buyers about their orders, other than receipts. */
export const orderNotices = pgTable(
  'order_notices',
  {
    number: integer().primaryKey(),
    kind: text().$type<NoticeKind>().notNull(),
    orderId: text('order_id').notNull(),
    /** The payment, for notices about refunds */
    attemptId: text('attempt_id'),
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    currency: text().$type<Currency>(),
    email: text().notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** Time at which the mail server accepted the mail, or the notice was found to be outdated; null before */
    sentAt: moment('sent_at'),
  },
  (table) => [index('order_notices_unsent').on(table.number).where(sql`${table.sentAt} is null`)],
)
