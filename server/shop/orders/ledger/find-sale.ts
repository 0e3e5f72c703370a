import { isManual } from '#contracts/shop/gateways.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isOwnedBy } from '../copies/ownership.ts'
import { createOrderStores } from '../order-stores.ts'
import { appliedRate } from '../orders.store.ts'
import { listReturned } from './money-movements.ts'

/** Creates a function that finds the item of an email about an order. The function returns undefined for an outdated email. */
export function createNoticeSubjects(platform: Pick<Platform, 'orm' | 'shopTime'>) {
  const { orm } = platform
  const { orders, attempts } = createOrderStores(platform)

  return async ({ kind, orderId, attemptId }: { kind: string; orderId: string; attemptId: string | null }) => {
    const order = await orders.find(orderId)
    if (!order) return undefined
    if (kind === 'granted' && !(await orders.isGranted(orderId))) return undefined
    const isOwned = order.email !== null && (await isOwnedBy(orm, order.email, order))
    if (kind === 'already_owned' && !isOwned) return undefined
    const attempt = attemptId === null ? undefined : await attempts.find(attemptId)
    const isPaidInPerson = attempt !== undefined && isManual(attempt.gateway)
    return { product: { kind: order.product, id: order.productId, title: order.title }, isOwned, isPaidInPerson }
  }
}

/**
 * Creates a function that finds the sale of a payment, for its receipt. The function returns undefined for an attempt that was never paid.
 */
export function createSaleFinder(platform: Pick<Platform, 'orm' | 'shopTime'>) {
  const { orders, attempts, refundsDue, money } = createOrderStores(platform)

  return async (attemptId: string) => {
    const attempt = await attempts.find(attemptId)
    const order = attempt?.paidAt && (await orders.find(attempt.orderId))
    if (!attempt?.paidAt || !order) return undefined
    const { gateway, method, trial, gatewayReference, paidAt, currency, amountMinor } = attempt
    return {
      orderId: order.id,
      product: { kind: order.product, id: order.productId, title: order.title },
      amount: { currency, minor: amountMinor },
      priceMinor: order.priceMinor,
      rate: appliedRate(order),
      gateway,
      method,
      trial,
      gatewayReference,
      paidAt,
      refundDue: await refundsDue.find(attemptId),
      returned: listReturned(await money.listOf([attemptId])).map(({ amountMinor, at }) => ({ minor: amountMinor, at })),
    }
  }
}
