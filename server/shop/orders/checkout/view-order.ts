import { isManual } from '#contracts/shop/gateways.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { QuoteState } from '#contracts/shop/payment.ts'
import { digestClient } from '#server/platform/digest.ts'
import { mailState } from '#server/platform/outbox/outbox.store.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { methodsFor } from '#server/shop/gateways/payment-methods.ts'
import type { AttemptRow } from '#server/shop/orders/attempts/attempts.store.ts'
import { sumRefunded } from '#server/shop/orders/ledger/money-movements.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { orderState } from '#server/shop/orders/order-predicates.ts'
import { appliedRate, type OrderRow, type OrderStore } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'
import type { Quotes } from './quotes.ts'

/**
 * Returns an order for its buyer.
 * @param compared the state of the quote, if the caller has already compared it
 * @throws notFound unless the client has access to the order
 */
export type ViewOrder = (id: string, clientId: string, compared?: QuoteState) => Promise<Order>

export function createViewOrder(
  deps: OrderDeps & { quotes: Quotes; gateways: Gateway[]; receipts: Pick<ReceiptService, 'find' | 'linkTo'> },
): ViewOrder {
  const { orders, attempts, money, quotes, gateways, receipts } = deps

  return async (id, clientId, compared) => {
    const order = await requireViewable(orders, id, clientId)
    const [all, receipt, granted, quote, offers] = await Promise.all([
      attempts.listOf(id),
      receipts.find(id),
      orders.isGranted(id),
      compared ?? quotes.compare(order),
      quotes.offers(order),
    ])
    const mail = receipt && mailState(receipt)
    const attempt = all.find(({ state }) => state === 'processing') ?? all[0]
    return {
      id,
      state: orderState(order, all, granted),
      product: { kind: order.product, id: order.productId, title: order.title },
      amount: { currency: order.currency, minor: order.amountMinor },
      priceMinor: order.priceMinor,
      rate: appliedRate(order),
      quote,
      offers,
      ways: gateways.flatMap((gateway) =>
        methodsFor(gateway, order).map((method) => ({ gateway: gateway.name, method, ...(gateway.isTrial && { trial: true as const }) })),
      ),
      email: order.email,
      attempt: attempt ? viewAttempt(attempt) : null,
      receiptNumber: receipt?.number ?? null,
      receiptMail: mail ?? null,
      link: mail && mail !== 'accepted' ? await receipts.linkTo(id) : null,
      refundedMinor: sumRefunded(await money.listOf(all.map(({ id }) => id))),
      returnUrl: order.returnUrl,
      createdAt: order.createdAt.toISOString(),
    }
  }
}

/**
 * Returns an order of the client.
 * @throws notFound unless the client has access to the order
 */
export async function requireViewable(orders: OrderStore, id: string, clientId: string): Promise<OrderRow> {
  const order = await orders.findViewable(id, digestClient(clientId))
  if (!order) throw notFound('order')
  return order
}

/** Returns a payment attempt for its buyer; null for a payment in person. */
function viewAttempt(attempt: AttemptRow): Order['attempt'] {
  const { state, gateway, method, phone, pageUrl, instructions, reason, expiresAt } = attempt
  if (isManual(gateway) || method === 'cash' || method === 'transfer') return null
  return { state, gateway, method, phone, address: pageUrl, instructions, reason, expiresAt: expiresAt?.toISOString() ?? null }
}
