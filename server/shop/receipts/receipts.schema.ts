import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Currency } from '#contracts/shop/price.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Receipts, one per received payment, numbered without gaps; trial payments have negative numbers, numbered separately. */
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
    /** Time at which the sending of the email with the receipt ended: accepted, or not because of `problem`; null while unsent */
    sentAt: moment('sent_at'),
    problem: text('mail_problem'),
    /** Number of times that an administrator resent the receipt */
    requeues: integer().notNull().default(0),
  },
  (table) => [index('receipts_unsent').on(table.number).where(sql`${table.sentAt} is null`), index('receipts_order').on(table.orderId)],
)

type NoticeKind = 'address_removed' | 'already_owned' | 'granted' | 'refunded' | 'partly_refunded' | 'refund_undone'

/** Queue of emails to buyers about their orders, other than receipts. */
export const orderNotices = pgTable(
  'order_notices',
  {
    number: integer().primaryKey(),
    kind: text().$type<NoticeKind>().notNull(),
    orderId: text('order_id').notNull(),
    /** Id of the payment attempt, for notices about refunds */
    attemptId: text('attempt_id'),
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    currency: text().$type<Currency>(),
    email: text().notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    /** Time at which the sending ended: accepted, outdated, or refused because of `problem`; null while unsent */
    sentAt: moment('sent_at'),
    problem: text('mail_problem'),
  },
  (table) => [index('order_notices_unsent').on(table.number).where(sql`${table.sentAt} is null`)],
)
