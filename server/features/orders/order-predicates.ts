import { and, eq, exists, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { AttemptState, OrderState } from '#contracts/payment.ts'
import { isPending, isReturned } from './attempt-states.ts'
import { orderGrants, orders, paymentAttempts } from './orders.schema.ts'

const query = new QueryBuilder()

/** Conditions on a row of `orders`, for any query that reads from it. */
export function hasAttempt(...conditions: (SQL | undefined)[]): SQL {
  const attempts = query.select({ one: sql`1` }).from(paymentAttempts)
  return exists(attempts.where(and(eq(paymentAttempts.orderId, orders.id), ...conditions)))
}

/** `counting` narrows down the payments that are looked at. */
export function isPaid(counting?: SQL): SQL {
  return hasAttempt(eq(paymentAttempts.state, 'paid'), counting)
}

/** Whether it was ever paid, whatever became of the money since. */
export function wasPaid(): SQL {
  return hasAttempt(isNotNull(paymentAttempts.paidAt))
}

/** Whether an administrator granted it and did not take that back. */
export function isGranted(): SQL {
  const grants = query.select({ one: sql`1` }).from(orderGrants)
  return exists(grants.where(and(eq(orderGrants.orderId, orders.id), isNull(orderGrants.revokedAt))))
}

/**
 * The state of an order, derived from its attempts, the latest first; it is never stored. In order of precedence: a payment that
 * stands, a manual grant, a dispute, returned money, a pending payment. `stateFilter` says the same in SQL.
 */
export function orderState(order: { closedAt: Date | null }, attempts: { state: AttemptState }[], granted: boolean): OrderState {
  const states = attempts.map(({ state }) => state)
  if (states.includes('paid')) return 'paid'
  if (granted) return 'granted'
  if (states.includes('disputed')) return 'disputed'
  const returned = states.find(isReturned) as 'refunded' | 'charged_back' | undefined
  if (returned) return returned
  if (states.some(isPending)) return 'paying'
  return order.closedAt ? 'superseded' : 'unpaid'
}
