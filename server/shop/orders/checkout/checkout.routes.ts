import { z } from 'zod'
import { ClientHeader, Order, OrderClaim, OrderId, PaymentForm, ReceiptAddress } from '#contracts/shop/order.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import { digestClient } from '#server/platform/digest.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { invalidRequest, notFound } from '#server/platform/problems.ts'
import { LATE_PAYMENT_MS } from '#server/shop/orders/attempts/payment-check-schedule.ts'
import type { PaymentGuard, Payments } from '#server/shop/orders/order-deps.ts'
import { linkSubject, type OrderStore } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'
import type { OrderClaims } from './claim-orders.ts'
import { requireViewable, type ViewOrder } from './view-order.ts'

const tags = ['orders']

/** Routes for checkout pages. Gateways return buyers to the origin of the order, since browsers store the client id by origin. */
export function checkoutRoutes(deps: {
  orders: OrderStore
  viewOrder: ViewOrder
  payments: Payments
  limitPayments: (from: { ip: string; phone?: string }) => PaymentGuard
  limitLinks: (orderId: string) => Promise<void>
  openOrder: OrderClaims['open']
  writeReceipt: ReceiptService['write']
  correctUndelivered: (orderId: string, email: string) => Promise<void>
  signedUrls: Pick<SignedUrls, 'signForOrder' | 'verifyForOrder'>
}) {
  const { orders, viewOrder, payments, limitPayments, limitLinks, openOrder, writeReceipt, correctUndelivered, signedUrls } = deps
  return async (app: App) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const shared = { tags, params: OrderId, headers: ClientHeader, response: { 200: Order } }

    setBound(app, { constant: 'one order' })
    app.get('/orders/:id', { schema: { ...shared, summary: 'Get an order to which this browser has access' } }, (request) =>
      viewOrder(request.params.id, request.headers['client-id']),
    )

    app.get(
      '/orders/:id/existence',
      {
        schema: {
          tags,
          summary: 'Check whether an order exists',
          params: OrderId,
          response: { 204: z.null() },
        },
      },
      async (request) => {
        if (!(await orders.find(request.params.id))) throw notFound('order')
      },
    )

    app.post(
      '/orders/:id/payments',
      {
        schema: {
          ...shared,
          summary: 'Start a payment, or resume the open one',
          body: PaymentForm,
          notes: { refuses: [409] },
        },
        config: { bound: 'limited' },
      },
      async (request) => {
        const { id } = request.params
        const clientId = request.headers['client-id']
        const order = await requireViewable(orders, id, clientId)
        const admit = limitPayments({ ip: request.ip, phone: request.body.phone })
        // With the signed key, a browser that lost its client id can claim the order under a new id, as long as a late payment may arrive.
        const key = signedUrls.signForOrder(linkSubject(order), LATE_PAYMENT_MS / 1000)
        const page = (back: string) => new URL(`/checkout/${encodeURIComponent(id)}?back=${back}&key=${key}`, order.returnUrl).href
        const compared = await payments.start(order, request.body, { returnUrl: page('paid'), cancelUrl: page('cancelled') }, admit)
        return viewOrder(id, clientId, compared)
      },
    )

    app.post(
      '/orders/:id/check',
      {
        schema: { ...shared, summary: 'Read the payment status from the gateway, at most once every few seconds' },
        config: { bound: { constant: 'one order, whose gateway is polled at most once every few seconds' } },
      },
      async (request) => {
        const { id } = request.params
        await requireViewable(orders, id, request.headers['client-id'])
        await payments.checkOrder(id)
        return viewOrder(id, request.headers['client-id'])
      },
    )

    app.post(
      '/orders/:id/claim',
      {
        schema: {
          ...shared,
          summary: 'Claim an order in this browser with the key from an email or from the gateway’s return URL',
          body: OrderClaim,
        },
        config: { bound: 'limited' },
      },
      async (request) => {
        const { id } = request.params
        const order = await orders.find(id)
        if (!order || !signedUrls.verifyForOrder(request.body.key, linkSubject(order)))
          throw invalidRequest([{ field: 'key', message: 'This link is invalid or has expired.' }])
        await limitLinks(id)
        await openOrder(order, request.headers['client-id'])
        return viewOrder(id, request.headers['client-id'])
      },
    )

    app.get(
      '/orders/:id/receipt',
      {
        schema: {
          tags,
          params: OrderId,
          headers: ClientHeader,
          summary: 'Get the receipt of an order as an HTML page, as it is emailed',
          response: { 200: z.object({ number: z.int(), html: z.string() }) },
        },
      },
      async (request) => {
        await requireViewable(orders, request.params.id, request.headers['client-id'])
        const receipt = await writeReceipt(request.params.id)
        if (!receipt) throw notFound('receipt')
        return receipt
      },
    )

    app.post(
      '/orders/:id/email',
      {
        schema: {
          ...shared,
          summary: 'Correct the email address of a receipt that no mail server has accepted, in the browser that paid',
          body: ReceiptAddress,
          notes: { refuses: [409] },
        },
        config: { bound: 'limited' },
      },
      async (request) => {
        const { id } = request.params
        const clientId = request.headers['client-id']
        const order = await requireViewable(orders, id, clientId)
        // Other browsers may have opened the order with its link, and must not take it over.
        if (order.clientDigest !== digestClient(clientId)) throw notFound('order')
        await limitLinks(id)
        await correctUndelivered(id, request.body.email)
        return viewOrder(id, clientId)
      },
    )

    app.post('/orders/:id/cancel', { schema: { ...shared, summary: 'Cancel the open payment of an order' } }, async (request) => {
      await payments.cancel(await requireViewable(orders, request.params.id, request.headers['client-id']))
      return viewOrder(request.params.id, request.headers['client-id'])
    })
  }
}
