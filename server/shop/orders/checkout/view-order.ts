import type { Order } from '#contracts/shop/order.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'
import { orderState } from '#server/shop/orders/order-predicates.ts'
import { appliedRate, type OrderRow } from '#server/shop/orders/orders.store.ts'

/** Converts an order to the response for its buyer. `attempts` are all attempts of the order, the latest first. */
export function viewOrder(
  order: OrderRow,
  attempts: AttemptRow[],
  related: Pick<Order, 'receiptNumber' | 'refundedMinor' | 'quote' | 'offers' | 'ways'> & { granted: boolean },
): Order {
  const { granted, ...shown } = related
  const attempt = attempts.find(({ state }) => state === 'processing') ?? attempts[0]
  return {
    id: order.id,
    state: orderState(order, attempts, granted),
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: { currency: order.currency, minor: order.amountMinor },
    priceMinor: order.priceMinor,
    rate: appliedRate(order),
    email: order.email,
    attempt: attempt ? viewAttempt(attempt) : null,
    returnUrl: order.returnUrl,
    createdAt: order.createdAt.toISOString(),
    ...shown,
  }
}

function viewAttempt({
  state,
  gateway,
  method,
  phone,
  pageUrl,
  instructions,
  reason,
  expiresAt,
}: AttemptRow): NonNullable<Order['attempt']> {
  return { state, gateway, method, phone, address: pageUrl, instructions, reason, expiresAt: expiresAt?.toISOString() ?? null }
}
