import type { AttemptStore } from './attempts.store.ts'
import type { OrderStore } from './orders.store.ts'
import { appliedRate } from './view-order.ts'

/** What was sold by a payment, for its receipt; undefined unless it was paid. */
export async function findSale(attemptId: string, { orders, attempts }: { orders: OrderStore; attempts: AttemptStore }) {
  const attempt = await attempts.find(attemptId)
  const order = attempt?.paidAt && (await orders.find(attempt.orderId))
  if (!attempt?.paidAt || !order) return undefined
  const { gateway, gatewayReference, paidAt, currency, amountMinor } = attempt
  return {
    orderId: order.id,
    product: { kind: order.product, id: order.productId, title: order.title },
    amount: { currency, minor: amountMinor },
    priceMinor: order.priceMinor,
    rate: appliedRate(order),
    gateway,
    gatewayReference,
    paidAt,
  }
}
