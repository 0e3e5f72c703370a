import { and, arrayContains, desc, eq, exists, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { storedEmail } from '#contracts/common/email-format.ts'
import type { Page } from '#contracts/common/list.ts'
import type { OrderQuery, OrderSummary } from '#contracts/shop/order-admin.ts'
import type { AttemptState } from '#contracts/shop/payment.ts'
import { parseReceiptNumber } from '#contracts/shop/receipt-number.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { planListInOneQuery } from '#server/platform/lists/plan-list.ts'
import { selectPageIds, toPage } from '#server/platform/lists/select-page.ts'
import { PENDING, RETURNED, STANDING } from '#server/shop/orders/attempts/attempt-states.ts'
import { copies } from '#server/shop/orders/copies/copies.schema.ts'
import { isStandingGrant } from '#server/shop/orders/copies/copy-predicates.ts'
import { hasAttempt, isGranted, isPaid } from '#server/shop/orders/order-predicates.ts'
import { orders, paymentAttempts, refundsDue } from '#server/shop/orders/orders.schema.ts'
import { orderColumns, type RelatedDeps, readRelated, toSummary } from './order-details.ts'

/** Lists a page of orders for administrators, best matches first, then newest first. */
export type ListOrders = (query: OrderQuery) => Promise<Page<OrderSummary>>

export function createListOrders({ orm, receipts, money }: RelatedDeps): ListOrders {
  /** Finds the ids of orders by receipt number, or by a reference or id at the gateway. */
  async function findByNumber(q: string | undefined): Promise<string[]> {
    const text = q?.replaceAll('\0', '').trim()
    if (!text) return []
    const number = parseReceiptNumber(text)
    const isReferredTo = or(
      eq(paymentAttempts.reference, text.toLowerCase()),
      eq(paymentAttempts.gatewayReference, text),
      arrayContains(paymentAttempts.gatewayIds, [text]),
    )
    const [byReference, byReceipt] = await Promise.all([
      orm.select({ id: paymentAttempts.orderId }).from(paymentAttempts).where(isReferredTo),
      number === undefined ? undefined : receipts.findOrderId(number),
    ])
    return [...new Set([...byReference.map(({ id }) => id), ...(byReceipt ? [byReceipt] : [])])]
  }

  return async ({ state, email, ...query }) => {
    const plan = planListInOneQuery(orders, query, { named: await findByNumber(query.q) })
    const byEmail = email ? eq(orders.email, storedEmail(email).toLowerCase()) : undefined
    // Searches include orders that a later order for the same item replaced, so that administrators find every order.
    const repeated = !query.q && (state === undefined || state === 'unpaid') ? not(isRepeated(orm)) : undefined
    const filters = and(plan.matches, stateFilter(orm, state), byEmail, repeated)
    const page = selectPageIds(orm, orders, plan, { filters, limit: query.limit })
    const [rows, total] = await Promise.all([
      orm
        .select({ ...orderColumns, rank: page.rank })
        .from(orders)
        .innerJoin(page, eq(page.id, orders.id))
        .orderBy(page.rank, desc(orders.id)),
      orm.$count(orders, filters),
    ])
    const related = await readRelated(
      { orm, receipts, money },
      rows.map(({ id }) => id),
    )
    return toPage(rows, total, query.limit, (row) => toSummary(row, related))
  }
}

/**
 * Returns the condition that the buyer ordered the same item again later without a payment attempt for this order, for example in another
 * currency. Only the latest of these orders is listed.
 */
function isRepeated(orm: Orm): SQL {
  const later = alias(orders, 'later_order')
  const isSame = and(eq(later.clientDigest, orders.clientDigest), eq(later.product, orders.product), eq(later.productId, orders.productId))
  const again = orm
    .select({ id: later.id })
    .from(later)
    .where(and(isSame, gt(later.id, orders.id)))
  // With `limit`, PostgreSQL looks up only the attempts of the order; a condition with `exists` would read all attempts first.
  const attempt = orm.select({ id: paymentAttempts.id }).from(paymentAttempts).where(eq(paymentAttempts.orderId, orders.id)).limit(1)
  return and(exists(again), sql`(${attempt}) is null`, not(isGranted())) as SQL
}

/** Returns the SQL equivalent of `orderState` as a filter. A test verifies that both agree. */
function stateFilter(orm: Orm, state: OrderQuery['state']): SQL | undefined {
  const has = (states: readonly AttemptState[]) => hasAttempt(inArray(paymentAttempts.state, states))
  const granted = isGranted()
  const lastReturned = orm
    .select({ state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, RETURNED)))
    .orderBy(sql`${paymentAttempts.id} desc`)
    .limit(1)
  const untouched = and(not(has([...STANDING, ...RETURNED, ...PENDING])), not(granted))

  switch (state) {
    case undefined:
      return undefined
    case 'relevant':
      return inArray(orders.id, selectRelevant(orm))
    case 'paid':
      return isPaid()
    case 'granted':
      return and(granted, not(isPaid()))
    case 'disputed':
      return and(has(['disputed']), not(isPaid()), not(granted))
    case 'refunded':
    case 'charged_back':
      return and(has([state]), not(has(STANDING)), not(granted), sql`(${lastReturned}) = ${state}`)
    case 'paying':
      return and(has(PENDING), not(has([...STANDING, ...RETURNED])), not(granted))
    case 'unpaid':
      return and(isNull(orders.closedAt), untouched)
    case 'superseded':
      return and(isNotNull(orders.closedAt), untouched)
    case 'refund_due':
      return inArray(orders.id, selectDue(orm))
  }
}

function selectDue(orm: Orm) {
  return orm
    .select({ id: paymentAttempts.orderId })
    .from(refundsDue)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refundsDue.attemptId))
    .where(isNull(refundsDue.settledAt))
}

/** Selects orders with a received, processing or unreadable payment, a grant or a due refund. Each condition has an index. */
function selectRelevant(orm: Orm) {
  const from = (condition: SQL) => orm.select({ id: paymentAttempts.orderId }).from(paymentAttempts).where(condition)
  const granted = orm.select({ id: copies.orderId }).from(copies).where(isStandingGrant)
  return from(inArray(paymentAttempts.state, [...STANDING, ...RETURNED, 'processing']))
    .union(from(isNotNull(paymentAttempts.unreadableSince)))
    .union(granted)
    .union(selectDue(orm))
}
