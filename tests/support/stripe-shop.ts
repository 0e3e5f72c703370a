import { expect } from 'vitest'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderDetails, SalesRow } from '#contracts/shop/order-admin.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { createStripeGateway } from '#server/shop/gateways/stripe/stripe-gateway.ts'
import { createBuyers } from './buyers.ts'
import { freePort } from './free-port.ts'
import type { StripeAction } from './gateway-doubles/stripe-actions.ts'
import { openStripeDouble } from './gateway-doubles/stripe-double.ts'
import { createModelGateway } from './model-gateway.ts'
import { storeBook } from './stored-items.ts'
import { openTestApp } from './test-app.ts'

export type StripeShop = Awaited<ReturnType<typeof openStripeShop>>

const CHECKED = 'select id from payment_attempts where notified or leased_until > now()'

/** Starts the whole server with a Stripe double that sends its events to the server. Server and double share a fake clock. */
export async function openStripeShop() {
  const clock = { now: new Date() }
  const now = () => clock.now
  const url = `http://127.0.0.1:${await freePort()}`
  const double = await openStripeDouble({
    webhookUrl: `${url}/api/gateways/stripe/webhook`,
    retryMs: 50,
    now: () => clock.now.getTime(),
  })
  const settings = { secretKey: double.secretKey, webhookSecret: double.webhookSecret, apiUrl: double.url }
  const alerts: string[] = []
  const app = await openTestApp(
    { PUBLIC_URL: url },
    { gateways: [createStripeGateway({ settings, now })], now, alert: (_details, text) => alerts.push(text) },
  )
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const shop = createBuyers(app, createModelGateway())

  return {
    app,
    double,
    clock,
    alerts,

    /** Starts the payment of a new book in a new browser. */
    begin: async (price: number) => {
      const book = await storeBook(app.services, { price })
      const clientId = shop.newClient()
      const wish = { productId: book.id, returnUrl: `${url}/bookshop` }
      const id = await shop.order(clientId, wish)
      const response = await shop.pay(id, clientId, { gateway: 'stripe' })
      expect(response.statusCode, response.body).toBe(200)
      const reference = (await app.services.shop.orders.attempts.listOf(id))[0]?.reference ?? ''
      const view = () => shop.get(id, clientId)
      const details = async () => (await app.get(`/api/admin/orders/${id}`, app.bearer)).json<OrderDetails>()
      return {
        id,
        book,
        reference,
        details,
        act: (...actions: StripeAction[]) => {
          for (const action of actions) double.act(reference, action)
        },
        view,
        purchases: async () => (await app.get('/api/purchases', { 'client-id': clientId })).json<{ purchases: Purchase[] }>().purchases,
        state: async () => (await view()).state,
        becomes: (state: Order['state']) => shop.untilState(id, clientId, state),
        opens: () => shop.opens(clientId, wish),
        sales: async (query = '') => {
          const rows = (await app.get(`/api/admin/sales${query}`, app.bearer)).json<SalesRow[]>()
          return rows.filter(({ product }) => product.id === book.id)
        },
        attempt: async () => (await details()).attempts[0] ?? expect.fail('The order has no attempt'),
        /** Performs an administrator's action on the payment attempt */
        mark: async (action: string) => {
          const attempt = (await details()).attempts[0]?.id
          return app.send('POST', `/api/admin/orders/${id}/attempts/${attempt}/${action}`, { reason: 'Asked for it' })
        },
      }
    },

    /**
     * Moves the clock ahead and reconciles payments that are due. Waits first for checks in progress, since reconciliation skips their
     * payments.
     */
    pass: async (milliseconds: number) => {
      await expect.poll(async () => (await app.services.database.pool.query(CHECKED)).rowCount).toBe(0)
      clock.now = new Date(clock.now.getTime() + milliseconds)
      await app.services.shop.orders.payments.reconcile()
    },

    close: async () => {
      await double.close()
      await app.close()
    },
  }
}
