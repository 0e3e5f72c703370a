import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderDetails } from '#contracts/shop/order-admin.ts'
import type { createModelGateway } from './model-gateway.ts'
import type { TestApp } from './test-app.ts'

export type Buyers = ReturnType<typeof createBuyers>

export type Wish = { productId: string; product?: 'book' | 'podcast'; currency?: string; returnUrl?: string }

/** Simulates buyers, the gateway and administrators on a complete server with an in-memory gateway double. */
export function createBuyers(app: TestApp, model: ReturnType<typeof createModelGateway>) {
  const form = { gateway: 'test', method: 'web', email: 'Rudo@Reader.example' }

  async function ask(clientId: string, { product = 'book', currency = 'USD', returnUrl = 'http://localhost/bookshop', productId }: Wish) {
    const response = await app.send('POST', '/api/get-next-action', { clientId, productId, product, currency, returnUrl }, {})
    return response.json<NextActionResponse>()
  }
  const call = (id: string, what: string, clientId: string, body?: unknown) =>
    app.send('POST', `/api/orders/${id}/${what}`, body, { 'client-id': clientId })
  const pay = (id: string, clientId: string, changes = {}) => call(id, 'payments', clientId, { ...form, ...changes })
  const get = async (id: string, clientId: string) => (await app.get(`/api/orders/${id}`, { 'client-id': clientId })).json<Order>()
  const details = async (id: string) => (await app.get(`/api/admin/orders/${id}`, app.bearer)).json<OrderDetails>()

  /** Chooses an item and returns the id of its order. */
  async function order(clientId: string, wish: Wish) {
    return new URL((await ask(clientId, wish)).action).pathname.replace('/checkout/', '')
  }

  /** Returns the latest payment attempt of an order, and the gateway's payment for this attempt. */
  async function atGateway(id: string) {
    const [attempt] = await app.services.shop.orders.attempts.listOf(id)
    const payment = attempt && model.payments.get(attempt.reference)
    if (!attempt || !payment) throw new Error('The gateway has no such payment')
    return { attempt, payment }
  }

  return {
    newClient: () => randomBytes(24).toString('base64url'),
    ask,
    order,
    call,
    pay,
    get,
    details,
    atGateway,

    /** Creates an order and starts its payment. */
    begin: async (clientId: string, wish: Wish, changes = {}) => {
      const id = await order(clientId, wish)
      const response = await pay(id, clientId, changes)
      expect(response.statusCode, response.body).toBe(200)
      return { id, ...(await atGateway(id)) }
    },

    opens: async (clientId: string, wish: Wish) => (await ask(clientId, wish)).action === 'view',

    tell: (reference: string, body = model.message(reference)) =>
      app.app.inject({ method: 'POST', url: '/api/gateways/test/message', payload: body, headers: { 'content-type': 'text/plain' } }),

    /**
     * Waits until the order has the given state. The state is polled, since the shop responds to a notification before it checks the
     * payment.
     */
    untilState: async (id: string, clientId: string, state: Order['state']) => {
      await expect.poll(async () => (await get(id, clientId)).state).toBe(state)
    },

    /** Performs an administrator's action on a payment. */
    act: async (path: string, reason?: string) => {
      const response = await app.send('POST', `/api/admin/orders/${path}`, reason === undefined ? undefined : { reason })
      expect(response.statusCode, response.body).toBe(200)
      return response.json<OrderDetails>()
    },

    /** Returns the reasons of refunds that are due, for all payment attempts of an order, latest first. */
    due: async (id: string) =>
      (await details(id)).attempts.map(({ refundDue }) => (refundDue?.settledAt === null ? refundDue.reason : null)),
  }
}
