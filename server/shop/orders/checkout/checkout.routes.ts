import { z } from 'zod'
import { ClientHeader, Order, OrderClaim, OrderId, PaymentForm } from '#contracts/shop/order.ts'
import type { SignedUrls } from '#server/media/store/signed-urls.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { Admit, Payments } from '#server/shop/orders/order-deps.ts'
import type { OrderRow } from '#server/shop/orders/orders.store.ts'
import type { CheckoutService } from './create-order.ts'

const tags = ['orders']
/** Lifetime of the key in a gateway's return URL: the 72 hours for which late payments are checked. */
const RETURN_SECONDS = 72 * 3600

/** Routes for checkout pages. Gateways return the buyer to the origin on which the order was started, since it stores the client id. */
export function checkoutRoutes({
  checkout,
  payments,
  recentChecks,
  limitPayments,
  limitLinks,
  addHolder,
  signedUrls,
}: {
  checkout: CheckoutService
  payments: Payments
  recentChecks: { refresh: (orderId: string) => Promise<void> }
  limitPayments: (from: { ip: string; phone?: string | undefined }) => Admit
  limitLinks: (orderId: string) => Promise<void>
  addHolder: (order: OrderRow, clientId: string) => Promise<void>
  signedUrls: Pick<SignedUrls, 'signForOrder' | 'verifyForOrder'>
}) {
  return async (app: App) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    const shared = { tags, params: OrderId, headers: ClientHeader, response: { 200: Order } }

    setBound(app, { constant: 'one order' })
    app.get('/orders/:id', { schema: { ...shared, summary: 'Get an order that this browser holds' } }, (request) =>
      checkout.view(request.params.id, request.headers['client-id']),
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
      async (request, reply) => {
        await checkout.requireOrder(request.params.id)
        return reply.code(204).send(null)
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
        const order = await checkout.findHeld(id, clientId)
        const admit = limitPayments({ ip: request.ip, phone: request.body.phone })
        // The key lets a browser without storage, which returns with a new client id, claim the order.
        const key = signedUrls.signForOrder(id, RETURN_SECONDS)
        const page = (back: string) => new URL(`/checkout/${encodeURIComponent(id)}?back=${back}&key=${key}`, order.returnUrl).href
        await payments.pay(order, request.body, { returnUrl: page('paid'), cancelUrl: page('cancelled') }, admit)
        return checkout.view(id, clientId)
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
        await checkout.findHeld(id, request.headers['client-id'])
        await recentChecks.refresh(id)
        return checkout.view(id, request.headers['client-id'])
      },
    )

    app.post(
      '/orders/:id/claim',
      {
        schema: {
          ...shared,
          summary: 'Claim an order in this browser with the key from its mail or from the gateway’s return URL',
          body: OrderClaim,
        },
        config: { bound: 'limited' },
      },
      async (request) => {
        const { id } = request.params
        const order = signedUrls.verifyForOrder(request.body.key, id) && (await checkout.find(id))
        if (!order) throw invalidRequest([{ field: 'key', message: 'This link is invalid or has expired.' }])
        await limitLinks(id)
        await addHolder(order, request.headers['client-id'])
        return checkout.view(id, request.headers['client-id'])
      },
    )

    app.post('/orders/:id/cancel', { schema: { ...shared, summary: 'Cancel the open payment of an order' } }, async (request) => {
      await payments.cancel(await checkout.findHeld(request.params.id, request.headers['client-id']))
      return checkout.view(request.params.id, request.headers['client-id'])
    })
  }
}
