import type { CurrencyOffer, Order, PaymentOption } from '#contracts/order.ts'
import type { QuoteState } from '#contracts/payment.ts'
import { rateText } from '#contracts/rate.ts'
import type { AttemptRow } from '#server/features/orders/attempts.store.ts'
import { orderState } from '#server/features/orders/order-state.ts'
import type { OrderRow } from '#server/features/orders/orders.store.ts'

/** The rate that an order was worked out with; none for dollars. */
export function appliedRate({ rateScaled, rateAsOf, rateSource }: OrderRow): Order['rate'] {
  if (rateScaled === null || rateAsOf === null) return null
  return { zwgPerUsd: rateText(rateScaled), asOf: rateAsOf.toISOString(), source: rateSource ?? '' }
}

/** An order as its buyer sees it. `attempts` are all of them, the latest first. */
export function viewOrder({
  order,
  attempts,
  receiptNumber,
  granted,
  quote,
  offers,
  ways,
}: {
  order: OrderRow
  attempts: AttemptRow[]
  receiptNumber: number | null
  granted: boolean
  quote: QuoteState
  offers: CurrencyOffer[]
  ways: PaymentOption[]
}): Order {
  return {
    id: order.id,
    state: orderState(order, attempts, granted),
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: { currency: order.currency, minor: order.amountMinor },
    priceMinor: order.priceMinor,
    rate: appliedRate(order),
    quote,
    offers,
    ways,
    email: order.email,
    attempt: attempts[0] ? viewAttempt(attempts[0]) : null,
    receiptNumber,
    returnUrl: order.returnUrl,
    createdAt: order.createdAt.toISOString(),
  }
}

function viewAttempt({ state, gateway, method, address, instructions, reason, expiresAt }: AttemptRow): NonNullable<Order['attempt']> {
  return { state, gateway, method, address, instructions, reason, expiresAt: expiresAt?.toISOString() ?? null }
}
