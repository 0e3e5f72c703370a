import { and, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { AttemptState, OrderState } from '#contracts/shop/payment.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import { isPending, isReturned } from './attempts/attempt-states.ts'
import { copies } from './copies/copies.schema.ts'
import { isStandingGrant } from './copies/copy-predicates.ts'
import { orders, paymentAttempts } from './orders.schema.ts'

const query = new QueryBuilder()

/** Returns the condition that an order has a payment attempt matching all `conditions`, for any query on `orders`. */
export function hasAttempt(...conditions: (SQL | undefined)[]): SQL {
  const attempts = query.select({ one: sql`1` }).from(paymentAttempts)
  return exists(attempts.where(and(eq(paymentAttempts.orderId, orders.id), ...conditions)))
}

/** Returns the condition that an order has a paid attempt. `counting` restricts the payments that count. */
export function isPaid(counting?: SQL): SQL {
  return hasAttempt(eq(paymentAttempts.state, 'paid'), counting)
}

/** Returns the condition that an order was ever paid, even if the payment was refunded later. */
export function wasPaid(): SQL {
  return hasAttempt(isNotNull(paymentAttempts.paidAt))
}

/** Returns the condition that an order is for the product. */
export function isFor({ product, productId }: ProductRef): SQL | undefined {
  return and(eq(orders.product, product), eq(orders.productId, productId))
}

/** Returns the condition that an order has a manual grant that is not revoked. */
export function isGranted(): SQL {
  const grants = query.select({ one: sql`1` }).from(copies)
  return exists(grants.where(and(eq(copies.orderId, orders.id), isStandingGrant)))
}

/**
 * Derives the state of an order from its payment attempts, newest first; the state is never stored. In order of precedence: a paid attempt,
 * a manual grant, a dispute, a refund, a pending payment. `stateFilter` is the SQL equivalent.
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
