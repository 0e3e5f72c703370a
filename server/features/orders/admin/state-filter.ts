import { and, eq, exists, inArray, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { OrderQuery } from '#contracts/order-admin.ts'
import type { AttemptState } from '#contracts/payment.ts'
import { orderGrants, orders, paymentAttempts, refundsDue } from '#server/features/orders/orders.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'

/** Lets through the orders that `orderState` calls so; the two are compared in a test. */
export function stateFilter(orm: Orm, state: OrderQuery['state']): SQL | undefined {
  const attempts = (...conditions: (SQL | undefined)[]) =>
    orm
      .select({ one: sql`1` })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.orderId, orders.id), ...conditions))
  const has = (...states: AttemptState[]) => exists(attempts(inArray(paymentAttempts.state, states)))
  const hasNo = (...states: AttemptState[]) => not(has(...states))
  const granted = exists(
    orm
      .select({ one: sql`1` })
      .from(orderGrants)
      .where(and(eq(orderGrants.orderId, orders.id), isNull(orderGrants.revokedAt))),
  )
  const lastReturned = orm
    .select({ state: paymentAttempts.state })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orders.id), inArray(paymentAttempts.state, ['refunded', 'charged_back'])))
    .orderBy(sql`${paymentAttempts.id} desc`)
    .limit(1)
  const returned = (as: AttemptState) => and(has(as), hasNo('paid', 'disputed'), not(granted), sql`(${lastReturned}) = ${as}`)
  const untouched = and(hasNo('paid', 'disputed', 'refunded', 'charged_back', 'initiating', 'open'), not(granted))

  switch (state) {
    case undefined:
      return undefined
    case 'paid':
      return has('paid')
    case 'granted':
      return and(granted, hasNo('paid'))
    case 'disputed':
      return and(has('disputed'), hasNo('paid'), not(granted))
    case 'refunded':
    case 'charged_back':
      return returned(state)
    case 'paying':
      return and(has('initiating', 'open'), hasNo('paid', 'disputed', 'refunded', 'charged_back'), not(granted))
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
