import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { createOrderAdmin } from '#tests/support/order-admin.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const model = createModelGateway()
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [model.gateway] })
})
afterAll(() => app.close())

const { store, list, find, details, act, buy } = createOrderAdmin(() => app, model)

describe('order list', () => {
  test('the order list returns summaries in pages, newest first', async () => {
    const first = await store({ email: null })
    const second = await store({ currency: 'ZWG', amountMinor: 21368, attempts: [{ state: 'paid', receipt: 7 }] })
    const third = await store({ attempts: [{ state: 'paid', refundDue: 'second_payment' }] })
    const page = await list('?limit=2')
    expect(page.headers['x-total-count']).toBe('3')
    expect(page.json<OrderSummary[]>().map(({ id, refundDue }) => [id, refundDue])).toEqual([
      [third.id, true],
      [second.id, false],
    ])
    expect(page.json<OrderSummary[]>()[1]).toEqual({
      id: second.id,
      state: 'paid',
      product: { kind: 'book', id: expect.any(String), title: 'Sow in Season' },
      amount: { currency: 'ZWG', minor: 21368 },
      returnedMinor: 0,
      email: 'chipo@example.com',
      receiptNumber: 7,
      trial: false,
      refundDue: false,
      createdAt: expect.stringMatching(/Z$/),
    })
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? []
    expect((await app.get(next, app.bearer)).json<OrderSummary[]>()).toMatchObject([{ id: first.id, email: null, state: 'unpaid' }])
  })

  test('the order list can be searched by item, email address, id, receipt number and gateway reference', async () => {
    const wanted = await store({
      title: 'The Lamp and the Letter',
      email: 'tendai@example.org',
      attempts: [{ state: 'paid', reference: 'abcdef0123456789abcdef0123456789', gatewayReference: '1,082', receipt: 91_045_217 }],
    })
    await store()
    for (const q of ['lamp letter', 'Lamp and teh Letter', 'TENDAI@', wanted.id, 'ABCDEF0123456789abcdef0123456789', '1,082', '91045217'])
      expect((await find(q))[0], q).toBe(wanted.id)
    for (const q of ['abcdef01', '91045218', '1,083', 'nothing of the kind']) expect(await find(q), q).toEqual([])
  })

  test('the order list includes an exact number match among partial matches, and no order appears on two pages', async () => {
    const byReceipt = await store({ attempts: [{ state: 'paid', receipt: 55 }] })
    for (let count = 0; count < 3; count++) await store({ title: `Psalm 55, part ${count}` })
    expect((await find('55'))[0]).not.toBeUndefined()
    const seen: string[] = []
    let address: string | undefined = '/api/admin/orders?q=55&limit=1'
    while (address) {
      const page = await app.get(address, app.bearer)
      seen.push(...page.json<OrderSummary[]>().map(({ id }) => id))
      address = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toContain(byReceipt.id)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('the order list refuses an unknown state', async () => {
    const response = await list('?state=lost')
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.[0]?.field).toBe('state')
  })
})

describe('an order', () => {
  test('order details contain the whole history of the order, without signatures', async () => {
    const order = await store({
      currency: 'ZWG',
      amountMinor: 21368,
      attempts: [
        { state: 'cancelled' },
        { state: 'paid', receipt: 12, refundDue: 'wrong_amount', gatewayReference: '77', message: 'status=Paid&hash=SECRET' },
      ],
    })
    const shown = await details(order.id)
    expect(shown).toMatchObject({
      state: 'paid',
      priceMinor: 799,
      rate: { zwgPerUsd: '26.7431', source: 'Reserve Bank' },
      browsers: 1,
      receipt: { number: 12, email: 'chipo@example.com', sentAt: null },
      grant: null,
    })
    expect(shown.attempts.map(({ id, state }) => [id, state])).toEqual([
      [order.attempts[1], 'paid'],
      [order.attempts[0], 'cancelled'],
    ])
    expect(shown.attempts[0]).toMatchObject({
      gateway: 'test',
      method: 'web',
      gatewayReference: '77',
      refundDue: { reason: 'wrong_amount', settledAt: null },
      events: [{ from: null, to: 'paid', cause: 'gateway', detail: null }],
      messages: [{ kind: 'message', body: 'status=Paid' }],
    })
    expect(JSON.stringify(shown)).not.toContain('SECRET')
  })

  test('requesting an order that does not exist returns 404', async () => {
    expect((await app.get('/api/admin/orders/01890000-0000-7000-8000-000000000000', app.bearer)).statusCode).toBe(404)
  })
})

describe('status checks of payments on demand', () => {
  test('checking a completed payment marks the payment as paid and gives access to the item', async () => {
    const { id, attempt, payment, opens } = await buy()
    if (payment) payment.state = 'paid'
    const response = await act(`${id}/attempts/${attempt.id}/check`)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json<OrderDetails>()).toMatchObject({ id, state: 'paid', receipt: { email: 'chipo@example.com' } })
    expect(await opens()).toBe(true)
  })

  test('checking a payment returns 503 and changes nothing if the gateway response is unclear', async () => {
    const { id, attempt } = await buy()
    model.setDown(true)
    const response = await act(`${id}/attempts/${attempt.id}/check`)
    model.setDown(false)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'unavailable' })
    expect((await details(id)).state).toBe('paying')
  })

  test('checking a payment of another order returns 404', async () => {
    const [one, other] = [await buy(), await buy()]
    for (const what of ['check', 'refunded', 'settle'])
      expect((await act(`${one.id}/attempts/${other.attempt.id}/${what}`, { reason: 'x' })).statusCode).toBe(404)
  })
})

test('counting the owners of items counts each email address once, including grantees and excluding refunded buyers', async () => {
  const [{ id: productId }, { id: other }, { id: unsold }] = (await Promise.all(
    ['Plain Speech', 'Plain Sense', 'Unsold'].map((title) => storeBook(app.services, { title, price: 5 })),
  )) as [Book, Book, Book]
  const owners = async (...productIds: string[]) => (await app.send('POST', '/api/admin/owners', { product: 'book', productIds })).json()
  expect(await owners(productId)).toEqual({ owners: 0, items: 0 })
  await store({ productId, email: 'a@example.com', attempts: [{ state: 'paid' }] })
  await store({ productId, email: 'a@example.com', attempts: [{ state: 'paid' }] })
  await store({ productId, email: 'b@example.com', grant: 'stands' })
  for (const state of ['refunded', 'open', 'charged_back'] as const)
    await store({ productId, email: `${state}@x.example`, attempts: [{ state }] })
  await store({ productId, email: 'c@example.com', grant: 'revoked' })
  await store({ productId, product: 'podcast', email: 'd@example.com', attempts: [{ state: 'paid' }] })
  expect(await owners(productId)).toEqual({ owners: 2, items: 1 })
  for (const email of ['a@example.com', 'e@example.com']) await store({ productId: other, email, attempts: [{ state: 'paid' }] })
  expect(await owners(productId, other, unsold)).toEqual({ owners: 3, items: 2 })
  const refused = [
    { product: 'film', productIds: ['1'] },
    { product: 'book', productIds: [] },
    { product: 'book', productIds: Array.from({ length: BULK_ITEMS + 1 }, (_, number) => `${number}`) },
  ]
  for (const body of refused) expect((await app.send('POST', '/api/admin/owners', body)).statusCode).toBe(400)
})
