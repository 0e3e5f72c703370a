import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AttemptState, GatewayName, PaymentMethod, RefundReason } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'
import type { ProductKind } from '#contracts/product.ts'
import type { GatewayHandle } from '#server/platform/gateways/gateway.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A frozen quote. It is closed once it is paid or another one replaces it. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    /** SHA-256 of the client id; null for a manual grant to an e-mail address */
    clientDigest: text('client_digest'),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    title: text().notNull(),
    currency: text().$type<Currency>().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    /** US cents */
    priceMinor: integer('price_minor').notNull(),
    /** The exchange rate at the time of the quote; null for dollars */
    rateScaled: bigint('rate_scaled', { mode: 'number' }),
    rateAsOf: moment('rate_as_of'),
    rateSource: text('rate_source'),
    /** Lower case; given at checkout */
    email: text(),
    returnUrl: text('return_url').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    searchName: text('search_name').generatedAlwaysAs(sql`searchable(title)`),
    searchText: text('search_text').generatedAlwaysAs(sql`searchable(title || ' ' || coalesce(email, '') || ' ' || id)`),
  },
  (table) => [
    index('orders_search_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('orders_search_text').using('gin', table.searchText.op('gin_trgm_ops')),
    uniqueIndex('orders_current')
      .on(table.clientDigest, table.product, table.productId, table.currency)
      .where(sql`${table.closedAt} is null`),
    index('orders_email').on(table.email),
    index('orders_product').on(table.product, table.productId),
    index('orders_unused').on(table.createdAt).where(sql`${table.email} is null`),
  ],
)

/** Browsers that may see an order: the one that made it, and those that claimed it by e-mail. */
export const orderHolders = pgTable(
  'order_holders',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    clientDigest: text('client_digest').notNull(),
    since: moment('since').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.clientDigest] }), index('order_holders_client').on(table.clientDigest)],
)

/** One attempt to pay an order, stored before it is sent to the gateway. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    // Copied from the order, for the index that allows one open attempt.
    clientDigest: text('client_digest').notNull(),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    currency: text().$type<Currency>().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    gateway: text().$type<GatewayName>().notNull(),
    method: text().$type<PaymentMethod>().notNull(),
    /** The number that is prompted, in the local form; null once the attempt is no longer open */
    phone: text(),
    reference: text().notNull().unique(),
    state: text().$type<AttemptState>().notNull(),
    /** The gateway's page on which the buyer pays */
    pageUrl: text('address'),
    instructions: text(),
    handle: jsonb().$type<GatewayHandle>().notNull().default({}),
    gatewayReference: text('gateway_reference'),
    /** Every id by which the gateway's messages may name the payment, such as its charge */
    gatewayIds: text('gateway_ids').array().notNull().default([]),
    /** Why it failed, for the buyer */
    reason: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    /** When it was paid, by the gateway's clock if it says */
    paidAt: moment('paid_at'),
    /** When it stopped being open */
    endedAt: moment('ended_at'),
    /** When its status is read next; null when it can no longer change */
    nextCheckAt: moment('next_check_at'),
    /** The holder of the lease talks to the gateway; nobody else does until it ends */
    leasedUntil: moment('leased_until'),
    lease: text(),
    /** A notification came; cleared by a check that starts afterwards */
    notified: boolean('hinted').notNull().default(false),
    /** Since when a check is due that has not succeeded: after a notification, or after the attempt expired unread */
    unansweredSince: moment('unanswered_since'),
    /** Since when the gateway has given no clear answer; null after a clear one */
    unreadableSince: moment('unreadable_since'),
  },
  (table) => [
    uniqueIndex('payment_attempts_open')
      .on(table.clientDigest, table.product, table.productId, table.currency)
      .where(sql`${table.state} in ('initiating', 'open')`),
    index('payment_attempts_order').on(table.orderId),
    index('payment_attempts_state').on(table.state, table.orderId),
    index('payment_attempts_gateway_reference').on(table.gatewayReference).where(sql`${table.gatewayReference} is not null`),
    index('payment_attempts_gateway_ids').using('gin', table.gatewayIds),
    index('payment_attempts_product').on(table.product, table.productId).where(sql`${table.paidAt} is not null`),
    index('payment_attempts_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('payment_attempts_unreadable').on(table.unreadableSince).where(sql`${table.unreadableSince} is not null`),
    index('payment_attempts_paid').on(table.paidAt).where(sql`${table.paidAt} is not null`),
  ],
)

export type AttemptCause = 'buyer' | 'gateway' | 'time' | 'admin'

/** Every change of an attempt's state. Append-only. */
export const attemptEvents = pgTable(
  'attempt_events',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    at: moment('at').notNull().defaultNow(),
    from: text('from_state').$type<AttemptState>(),
    to: text('to_state').$type<AttemptState>().notNull(),
    cause: text().$type<AttemptCause>().notNull(),
    detail: text(),
  },
  (table) => [index('attempt_events_attempt').on(table.attemptId)],
)

/** What gateways sent, unchanged. Append-only; a repeated message is stored once. */
export const gatewayMessages = pgTable(
  'gateway_messages',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    gateway: text().$type<GatewayName>().notNull(),
    messageId: text('message_id').notNull(),
    /** The answer to our request, a notification, or a status that was read */
    kind: text().$type<'answer' | 'message' | 'reading'>().notNull(),
    body: text().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('gateway_messages_once').on(table.attemptId, table.kind, table.messageId)],
)

export type MoneyKind = 'payment' | 'refund' | 'chargeback'

/** Money that came in or went back, in the order in which it became known. Append-only: corrections are further rows. */
export const moneyMovements = pgTable(
  'money_movements',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    kind: text().$type<MoneyKind>().notNull(),
    /** Of the payment, or of what went back; negative when that came to nothing, such as by a failed refund */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    /** The gateway's id of the payment, refund or dispute, or how it became known */
    source: text().notNull(),
    /** When it happened, by the gateway's clock if it says */
    at: moment('at').notNull(),
    /** The moment whose month it counts in: a closed month never changes */
    bookedAt: moment('booked_at').notNull(),
    /** The gateway's reason */
    detail: text(),
  },
  (table) => [index('money_movements_attempt').on(table.attemptId), index('money_movements_booked').on(table.bookedAt)],
)

/** Money that has to go back to a buyer. Settled by an administrator or by the gateway's status, never dropped silently. */
export const refundsDue = pgTable(
  'refunds_due',
  {
    attemptId: text('attempt_id')
      .primaryKey()
      .references(() => paymentAttempts.id),
    reason: text().$type<RefundReason>().notNull(),
    since: moment('since').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [index('refunds_due_open').on(table.since).where(sql`${table.settledAt} is null`)],
)

/** Orders that an administrator granted without a payment. */
export const orderGrants = pgTable('order_grants', {
  orderId: text('order_id')
    .primaryKey()
    .references(() => orders.id),
  reason: text().notNull(),
  by: text(),
  at: moment('at').notNull().defaultNow(),
  revokedAt: moment('revoked_at'),
})
