import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { presentName } from '#contracts/shop/former-gateway-names.ts'
import type { PaymentChannel } from '#contracts/shop/gateways.ts'
import type { AttemptState, ManualMethod, PaymentMethod, RefundReason } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductKind } from '#contracts/shop/product.ts'
import { FORMER_OFFSET } from '#contracts/shop/shop-time.ts'
import type { GatewayHandle } from '#server/shop/gateways/gateway.ts'

/** Channel of a payment. Instances of earlier versions store former names of gateways while an update is in progress. */
const channel = customType<{ data: PaymentChannel; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (stored) => presentName(stored as PaymentChannel),
})

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Orders with immutable quotes. An order is closed when it is paid or replaced by another order. */
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
    /** Email address of the buyer in lower case, entered at checkout */
    email: text(),
    /** Incremented when the email address is corrected, which invalidates earlier links to the order */
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

/** Browsers that may see an order and pay it: the browser that created the order, and browsers that opened it by email or return URL. */
export const orderViewers = pgTable(
  'order_viewers',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    clientDigest: text('client_digest').notNull(),
    since: moment('since').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.clientDigest] }), index('order_viewers_client').on(table.clientDigest)],
)

/** Attempts to pay an order. An attempt is stored before it is sent to the gateway. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    // Client digest of the order, copied for the unique index that allows one open attempt; the order's id for a manual payment
    clientDigest: text('client_digest').notNull(),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    currency: text().$type<Currency>().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    gateway: channel().notNull(),
    method: text().$type<PaymentMethod | ManualMethod>().notNull(),
    /** Mobile money number that receives the payment prompt, in local format; null once the attempt is no longer open */
    phone: text(),
    /** Whether the gateway moved no money: the test gateway, or a gateway in test mode */
    trial: boolean().notNull().default(false),
    reference: text().notNull().unique(),
    state: text().$type<AttemptState>().notNull(),
    /** URL of the gateway's page on which the buyer pays */
    pageUrl: text('page_url'),
    instructions: text(),
    handle: jsonb().$type<GatewayHandle>().notNull().default({}),
    gatewayReference: text('gateway_reference'),
    /** All gateway ids by which notifications may refer to the payment, such as the id of its charge */
    gatewayIds: text('gateway_ids').array().notNull().default([]),
    /** The reason for the failed payment, displayed to the buyer */
    reason: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at'),
    /** Time of the payment, as reported by the gateway if available */
    paidAt: moment('paid_at'),
    /** Time at which the attempt stopped being pending */
    endedAt: moment('ended_at'),
    /** Time of the next status check; null if the status can no longer change */
    nextCheckAt: moment('next_check_at'),
    /** End of the lease. Only the lease holder sends requests about the payment to the gateway */
    leasedUntil: moment('leased_until'),
    lease: text(),
    /** Whether a notification has arrived since the last check */
    notified: boolean().notNull().default(false),
    /** Time since which a due check has not succeeded; set by a notification, or when the attempt expires while its status is unreadable */
    unansweredSince: moment('unanswered_since'),
    /** Time since which the gateway has sent no clear response; null after a clear response */
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

/** History of state changes of payment attempts. The table is append-only. */
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

/** Messages from gateways, without data about the buyer. The table is append-only, and repeated messages are stored once. */
export const gatewayMessages = pgTable(
  'gateway_messages',
  {
    id: text().primaryKey(),
    attemptId: text('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    gateway: channel().notNull(),
    messageId: text('message_id').notNull(),
    /** Kind of message: response to a new payment (`answer`), notification (`message`), or status that was read (`reading`) */
    kind: text().$type<'answer' | 'message' | 'reading'>().notNull(),
    body: text().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('gateway_messages_once').on(table.attemptId, table.kind, table.messageId)],
)

export type MoneyKind = 'payment' | 'refund' | 'chargeback'

/** Payments, refunds and chargebacks, in the order in which they became known. Append-only: corrections are further rows. */
/** SQL for the day of a money movement, which is fixed at the booking, so that a change of the time zone changes no past day. */
const bookingDayOf = ({ bookedAt, bookedOn }: Record<'bookedAt' | 'bookedOn', SQLWrapper>) =>
  sql`(coalesce(${bookedOn}, (${bookedAt} at time zone interval '${sql.raw(FORMER_OFFSET)}')::date))`

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
    /** Source: `payment`, the gateway's id of the refund or dispute, the reported state, or `admin` for a manual refund */
    source: text().notNull(),
    /** Time of the money movement, as reported by the gateway if available */
    at: moment('at').notNull(),
    /** Time that determines the month in the sales report; differs from `at` if the month of `at` was already closed */
    bookedAt: moment('booked_at').notNull(),
    /** Day of `bookedAt` in the shop's time zone at the time of booking; null for movements booked before the time zone was a setting */
    bookedOn: date('booked_on'),
    /** Reason reported by the gateway */
    detail: text(),
  },
  (table) => [
    index('money_movements_attempt').on(table.attemptId),
    index('money_movements_booked').on(table.bookedAt),
    index('money_movements_day').on(bookingDayOf(table)),
  ],
)

export const bookingDay = bookingDayOf(moneyMovements)

/** Refunds due to buyers. A due refund is settled by an administrator or by the status from the gateway. */
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
