import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AttemptState, ManualMethod, PaymentChannel, PaymentMethod, RefundReason } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import type { GatewayHandle } from '#server/shop/gateways/gateway.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Orders: frozen quotes. An order is closed when it is paid or replaced by another order. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    /** SHA-256 of the client id; null for a manual grant or payment */
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
    /** Incremented by a correction of the email address, which makes earlier links to the order invalid */
    linkVersion: integer('link_version').notNull().default(0),
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
    index('orders_client').on(table.clientDigest, table.product, table.productId),
    index('orders_product').on(table.product, table.productId),
    index('orders_unused').on(table.createdAt).where(sql`${table.email} is null`),
  ],
)

/** Browsers that may see an order: the browser that created the order, and browsers that claimed it by email or return URL. */
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

/** Attempts to pay an order, stored before they are sent to the gateway. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    // Copied from the order, for the unique index that allows one open attempt. The order's id for a manual payment.
    clientDigest: text('client_digest').notNull(),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    currency: text().$type<Currency>().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    gateway: text().$type<PaymentChannel>().notNull(),
    method: text().$type<PaymentMethod | ManualMethod>().notNull(),
    /** The mobile money number that is prompted to pay, in local form; null once the attempt is no longer open */
    phone: text(),
    reference: text().notNull().unique(),
    state: text().$type<AttemptState>().notNull(),
    /** The gateway's page on which the buyer pays */
    pageUrl: text('address'),
    instructions: text(),
    handle: jsonb().$type<GatewayHandle>().notNull().default({}),
    gatewayReference: text('gateway_reference'),
    /** All ids by which the gateway's messages may refer to the payment, such as its charge */
    gatewayIds: text('gateway_ids').array().notNull().default([]),
    /** The reason for the failure, displayed to the buyer */
    reason: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    /** Time of the payment, by the gateway's clock if it reports the time */
    paidAt: moment('paid_at'),
    /** Time at which the attempt was no longer pending */
    endedAt: moment('ended_at'),
    /** Time of the next check of the status; null when the status can no longer change */
    nextCheckAt: moment('next_check_at'),
    /** End of the lease. Only the holder of the lease sends requests about the payment to the gateway */
    leasedUntil: moment('leased_until'),
    lease: text(),
    /** A notification has arrived; cleared by the next check */
    notified: boolean('hinted').notNull().default(false),
    /** Time since which a due check has not succeeded: set by a notification, or when the attempt expires with an unreadable status */
    unansweredSince: moment('unanswered_since'),
    /** Time since which the gateway has sent no clear response; null after a clear one */
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

/** Messages from gateways, without data about the buyer. Append-only; a repeated message is stored once. */
export const gatewayMessages = pgTable(
  'gateway_messages',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    gateway: text().$type<PaymentChannel>().notNull(),
    messageId: text('message_id').notNull(),
    /** The response to a new payment (`answer`), a notification (`message`), or a status that was read (`reading`) */
    kind: text().$type<'answer' | 'message' | 'reading'>().notNull(),
    body: text().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('gateway_messages_once').on(table.attemptId, table.kind, table.messageId)],
)

export type MoneyKind = 'payment' | 'refund' | 'chargeback'

/** Payments, refunds and chargebacks, in the order in which they became known. Append-only: corrections are further rows. */
export const moneyMovements = pgTable(
  'money_movements',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    kind: text().$type<MoneyKind>().notNull(),
    /** Amount of the payment, refund or chargeback; negative for a reversal, such as a failed refund */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    /** `payment`, the gateway's id of the refund or dispute, the reported state, or `admin` for a manually recorded refund */
    source: text().notNull(),
    /** Time of the movement, by the gateway's clock if it reports the time */
    at: moment('at').notNull(),
    /** Time that decides the month in the sales report; differs from `at` if that month was closed, since a closed month never changes */
    bookedAt: moment('booked_at').notNull(),
    /** The gateway's reason */
    detail: text(),
  },
  (table) => [index('money_movements_attempt').on(table.attemptId), index('money_movements_booked').on(table.bookedAt)],
)

/** Refunds due to buyers. Settled by an administrator or by the gateway's status, never dropped silently. */
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
