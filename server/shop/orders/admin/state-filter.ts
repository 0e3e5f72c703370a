import { and, eq, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { OrderQuery } from '#contracts/shop/order-admin.ts'
import type { AttemptState } from '#contracts/shop/payment.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { PENDING, RETURNED, STANDING } from '#server/shop/orders/attempt-states.ts'
import { hasAttempt, isGranted, isPaid } from '#server/shop/orders/order-predicates.ts'
import { orders, paymentAttempts, refundsDue } from '#server/shop/orders/orders.schema.ts'

/** Returns the SQL equivalent of `orderState` as a filter; a test compares the two. */
export function stateFilter(orm: Orm, state: OrderQuery['state']): SQL | undefined {
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
    case 'refund_due': {
      const due = orm
        .select({ id: paymentAttempts.orderId })
        .from(refundsDue)
        .innerJoin(paymentAttempts, eq(paymentAttempts.id, refundsDue.attemptId))
        .where(isNull(refundsDue.settledAt))
      return inArray(orders.id, due)
    }
  }
}
