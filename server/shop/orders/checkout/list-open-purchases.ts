import { and, desc, eq, inArray } from 'drizzle-orm'
import type { OpenPurchase } from '#contracts/shop/purchase.ts'
import { digestClient } from '#server/platform/digest.ts'
import { hasExpired, PENDING } from '#server/shop/orders/attempts/attempt-states.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { orders, paymentAttempts } from '#server/shop/orders/orders.schema.ts'

/** Creates a function that lists the payments that a browser has started and not finished, the latest first. */
export function createListOpenPurchases({ orm, now }: Pick<OrderDeps, 'orm' | 'now'>) {
  return async (clientId: string): Promise<OpenPurchase[]> => {
    const rows = await orm
      .select({ order: orders, attempt: paymentAttempts })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(and(eq(orders.clientDigest, digestClient(clientId)), inArray(paymentAttempts.state, PENDING)))
      .orderBy(desc(paymentAttempts.id))
    return rows
      .filter(({ attempt }) => attempt.state === 'processing' || !hasExpired(attempt, now()))
      .map(({ order, attempt }) => ({
        orderId: order.id,
        product: { kind: order.product, id: order.productId, title: order.title },
        startedAt: attempt.createdAt.toISOString(),
        state: attempt.state === 'processing' ? 'processing' : 'open',
      }))
  }
}
