import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openPaynowDouble, type PaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import { openStripeDouble, type StripeDouble } from '#tests/support/gateway-doubles/stripe-double.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let paynow: PaynowDouble
let stripe: StripeDouble
let app: TestApp
let shop: string

beforeAll(async () => {
  shop = `http://127.0.0.1:${await freePort()}`
  paynow = await openPaynowDouble({ retryMs: 50 })
  stripe = await openStripeDouble({ webhookUrl: `${shop}/api/gateways/stripe/webhook`, retryMs: 50 })
  const { USD } = paynow.integrations
  app = await openTestApp({
    PUBLIC_URL: shop,
    PAYNOW_URL: paynow.url,
    PAYNOW_USD_ID: USD.id,
    PAYNOW_USD_KEY: USD.key,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  })
  await app.app.listen({ host: '127.0.0.1', port: Number(new URL(shop).port) })
})
afterAll(async () => {
  await paynow.close()
  await stripe.close()
  await app.close()
})

describe.each(['paynow', 'stripe'] as const)('a purchase through the gateway %s', (gateway) => {
  const double = () => (gateway === 'paynow' ? paynow : stripe)
  const act = (reference: string, action: 'pay' | 'refund') => double().act(reference, action)

  test('the gateway’s notification of a payment gives access to the item, and its notification of a refund revokes access', async () => {
    const { state, nextAction, reference, address } = await beginToPay(gateway)
    expect(address).toContain(double().url)
    act(reference, 'pay')
    await expect.poll(state).toBe('paid')
    expect((await nextAction()).action).toBe('view')
    act(reference, 'refund')
    await expect.poll(state).toBe('refunded')
    expect((await nextAction()).action).not.toBe('view')
  })

  test('a returning buyer gets access after a status check, even if every notification was lost', async () => {
    const { state, nextAction, reference, check } = await beginToPay(gateway)
    double().faults.drop = true
    act(reference, 'pay')
    double().heal()
    expect(await state()).toBe('paying')
    await expect.poll(check).toBe('paid')
    expect((await nextAction()).action).toBe('view')
  })
})

/** Creates an order for a new book and initiates its payment at the gateway. */
async function beginToPay(gateway: 'paynow' | 'stripe') {
  const clientId = randomBytes(24).toString('base64url')
  const headers = { 'client-id': clientId }
  const book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
  const wish = { clientId, productId: book.id, product: 'book', currency: 'USD', returnUrl: `${shop}/bookshop` }
  const nextAction = async () => (await app.send('POST', '/api/get-next-action', wish, {})).json<NextActionResponse>()
  const id = new URL((await nextAction()).action).pathname.replace('/checkout/', '')
  const form = { gateway, method: 'web', email: 'rudo@reader.example' }
  const order = (await app.send('POST', `/api/orders/${id}/payments`, form, headers)).json<Order>()
  const [attempt] = await app.services.shop.orders.attempts.listOf(id)
  return {
    nextAction,
    reference: attempt?.reference ?? '',
    address: order.attempt?.address,
    state: async () => (await app.get(`/api/orders/${id}`, headers)).json<Order>().state,
    check: async () => (await app.send('POST', `/api/orders/${id}/check`, {}, headers)).json<Order>().state,
  }
}
