import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderSummary } from '#contracts/shop/order-admin.ts'
import type { RateStanding } from '#contracts/shop/rate.ts'
import { defaultContent } from '#site/default-content.ts'
import type { Wish } from '#tests/support/buyers.ts'
import { publishSections } from '#tests/support/site-sections.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

const HOUR = 3_600_000
let app: TestShop['app']
let model: TestShop['model']
let clock: TestShop['clock']
let shop: TestShop['shop']
let enterRate: TestShop['enterRate']
let book: Book

beforeAll(async () => {
  ;({ app, model, clock, shop, enterRate } = await openTestShop())
  await enterRate('26.7431')
  book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.now = new Date()
  model.failNext('none')
})

const ask = (clientId: string, wish: Partial<Wish> = {}) => shop.ask(clientId, { productId: book.id, ...wish })
const order = (clientId: string, wish: Partial<Wish> = {}) => shop.order(clientId, { productId: book.id, ...wish })

async function setPrice(id: string, price: string) {
  const form = new FormData()
  form.set('price', price)
  expect((await app.sendForm('PATCH', `/api/books/${id}`, form)).statusCode).toBe(200)
}

describe('an order', () => {
  test('an order and its payment attempt are created once per visitor and item, even with concurrent requests', async () => {
    const clientId = shop.newClient()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(clientId)))
    const addresses = new Set(answers.map(({ action }) => action))
    expect(addresses.size).toBe(1)
    const id = new URL([...addresses][0] ?? '').pathname.replace('/checkout/', '')
    const paid = await Promise.all(Array.from({ length: 100 }, () => shop.pay(id, clientId)))
    expect(new Set(paid.map((response) => response.json<Order>().attempt?.address)).size).toBe(1)
    expect(await app.services.shop.orders.attempts.listOf(id)).toHaveLength(1)
    const { rows } = await app.services.database.pool.query(
      'select count(*)::int as orders from orders where client_digest in (select client_digest from orders where id = $1)',
      [id],
    )
    expect(rows).toEqual([{ orders: 1 }])
  })

  test('an order in another currency replaces the earlier order in the list until the earlier order is being paid, and searches find both', async () => {
    const clientId = shop.newClient()
    const [dollars, zwg] = [await order(clientId), await order(clientId, { currency: 'ZWG' })]
    const other = await order(shop.newClient())
    const listed = async (query = '') =>
      (await app.get(`/api/admin/orders?limit=100${query}`, app.bearer)).json<OrderSummary[]>().map(({ id }) => id)
    expect(await listed()).toEqual(expect.arrayContaining([zwg, other]))
    expect(await listed()).not.toContain(dollars)
    expect(await listed('&state=unpaid')).not.toContain(dollars)
    expect(await listed(`&q=${dollars}`)).toContain(dollars)
    await shop.pay(dollars, clientId)
    expect(await listed()).toEqual(expect.arrayContaining([dollars, zwg]))
  })

  test('an order is visible only to browsers that have access to it', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    expect((await shop.get(id, clientId)).amount).toEqual({ currency: 'USD', minor: 450 })
    for (const stranger of [shop.newClient(), clientId.toLowerCase()]) {
      for (const response of [
        await app.get(`/api/orders/${id}`, { 'client-id': stranger }),
        await shop.pay(id, stranger),
        await shop.call(id, 'check', stranger),
        await shop.call(id, 'cancel', stranger),
      ])
        expect(response.statusCode).toBe(404)
    }
    expect((await app.get(`/api/orders/${id}`)).statusCode).toBe(400)
  })

  test('an order can be claimed with the key of the gateway’s return URL if the browser has lost its client id', async () => {
    const clientId = shop.newClient()
    const initiate = vi.spyOn(model.gateway, 'initiate')
    const { id, payment } = await shop.begin(clientId, { productId: book.id })
    const [{ returnUrl = '', cancelUrl = '' } = {}] = initiate.mock.lastCall ?? []
    initiate.mockRestore()
    payment.state = 'paid'
    for (const url of [returnUrl, cancelUrl]) {
      const { pathname, searchParams } = new URL(url)
      expect(pathname).toBe(`/checkout/${id}`)
      const back = shop.newClient()
      expect((await shop.call(id, 'claim', back, { key: `${searchParams.get('key')}x` })).statusCode).toBe(400)
      expect((await app.get(`/api/orders/${id}`, { 'client-id': back })).statusCode).toBe(404)
      expect((await shop.call(id, 'claim', back, { key: searchParams.get('key') })).json<Order>()).toMatchObject({ id })
      await shop.call(id, 'check', back)
      expect((await ask(back)).action).toBe('view')
    }
    const other = await order(shop.newClient())
    const key = new URL(returnUrl).searchParams.get('key')
    expect((await shop.call(other, 'claim', shop.newClient(), { key })).statusCode).toBe(400)
    // Claims of an order by its link are counted up to the limit of sixty browsers a day.
    const limit = { key: `link of ${id}`, max: 60, seconds: 86_400 }
    for (let count = 2; count < 60; count++) await app.services.rateLimits.count([limit])
    expect((await shop.call(id, 'claim', shop.newClient(), { key })).statusCode).toBe(429)
  })

  test('an order reveals only its existence to other browsers', async () => {
    const id = await order(shop.newClient())
    const known = await app.get(`/api/orders/${id}/existence`)
    expect({ status: known.statusCode, body: known.body }).toEqual({ status: 204, body: '' })
    expect((await app.get(`/api/orders/${id.replace(/.$/, 'x')}/existence`)).statusCode).toBe(404)
  })

  test('an order in ZWG retains its exchange rate and price, and a changed price creates a new order', async () => {
    const clientId = shop.newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 3.33 })
    const id = await order(clientId, { productId: other.id, currency: 'ZWG' })
    const before = await shop.get(id, clientId)
    // 3.33 USD × 26.7431 = 89.054523 ZWG
    expect(before).toMatchObject({
      amount: { currency: 'ZWG', minor: 8905 },
      priceMinor: 333,
      rate: { zwgPerUsd: '26.7431', source: 'Interbank' },
    })
    expect(before.quote).toBe('stands')
    await setPrice(other.id, '5.00')
    expect(await shop.get(id, clientId)).toMatchObject({ amount: before.amount, state: 'unpaid', quote: 'changed' })
    expect((await shop.pay(id, clientId)).json()).toMatchObject({ status: 409, title: 'The price has changed' })
    const next = await order(clientId, { productId: other.id, currency: 'ZWG' })
    expect(next).not.toBe(id)
    expect(await shop.get(next, clientId)).toMatchObject({ amount: { minor: 13372 }, quote: 'stands' })
    expect(await shop.get(id, clientId)).toMatchObject({ amount: before.amount, state: 'superseded', quote: 'changed' })
    await setPrice(other.id, '0')
    expect(await shop.get(next, clientId)).toMatchObject({ state: 'unpaid', quote: 'changed' })
  })

  test('an order for a deleted item can’t be paid and has the quote state “gone”', async () => {
    const clientId = shop.newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 3 })
    const id = await order(clientId, { productId: other.id })
    expect((await app.send('DELETE', `/api/books/${other.id}`)).statusCode).toBe(204)
    const { status, code, title, detail } = (await shop.pay(id, clientId)).json()
    expect({ status, code, title, detail }).toEqual({
      status: 404,
      code: 'not_found',
      title: 'This item is no longer for sale',
      detail: 'Nothing was charged.',
    })
    expect(await app.services.shop.orders.attempts.listOf(id)).toEqual([])
    expect(await shop.get(id, clientId)).toMatchObject({ state: 'unpaid', quote: 'gone' })
  })

  test('an order excludes payment methods whose minimum exceeds the amount, and reports the amount as too small if none remains', async () => {
    const clientId = shop.newClient()
    const least = model.gateway.leastMinor
    const shown = async (price: number) => {
      const { id: productId } = await storeBook(app.services, { title: 'A Penny Tract', price })
      return shop.get(await order(clientId, { productId }), clientId)
    }
    model.gateway.leastMinor = { USD: 50 }
    const small = await shown(0.49)
    expect(small.ways).toEqual([])
    // 0.49 USD × 26.7431 = 13.104119 ZWG
    expect(small.offers).toEqual([
      { currency: 'USD', amountMinor: 49, refused: 'too_small' },
      { currency: 'ZWG', amountMinor: 1310, refused: null },
    ])
    expect((await shop.pay(small.id, clientId)).json()).toMatchObject({ status: 400, errors: [{ field: 'gateway' }] })
    const enough = await shown(0.5)
    expect(enough).toMatchObject({ ways: [{ method: 'web' }, { method: 'ecocash' }], offers: [{ refused: null }, { refused: null }] })
    model.gateway.leastMinor = least
  })

  test('an order retains its price while a payment is open', async () => {
    const clientId = shop.newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 2 })
    const id = await order(clientId, { productId: other.id })
    await shop.pay(id, clientId)
    await setPrice(other.id, '9.00')
    expect(await order(clientId, { productId: other.id })).toBe(id)
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ amount: { minor: 200 }, attempt: { state: 'open' } })
  })

  test('an order supports the highest price at a high exchange rate', async () => {
    const clientId = shop.newClient()
    const dear = await storeBook(app.services, { title: 'The Whole Library', price: 1_000_000 })
    const id = await order(clientId, { productId: dear.id, currency: 'ZWG' })
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ amount: { minor: 2_674_310_000 }, attempt: { state: 'open' } })
    ;(await shop.atGateway(id)).payment.state = 'paid'
    expect((await shop.call(id, 'check', clientId)).json<Order>()).toMatchObject({ state: 'paid' })
  })

  test('starting a payment ignores an amount or currency from the browser and refuses an unavailable gateway or method', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId, { amount: 1, amountMinor: 1, currency: 'ZWG', priceMinor: 1 })
    expect((await shop.atGateway(id)).payment).toMatchObject({ amountMinor: 450, currency: 'USD' })
    for (const way of [{ gateway: 'stripe' }, { method: 'onemoney', phone: '0771111111' }, { gateway: 'none' }])
      expect((await shop.pay(id, clientId, way)).statusCode).toBe(400)
  })

  test.each([
    [
      'no exchange rate exists',
      'no_rate',
      async (): Promise<void> => {
        await app.services.database.pool.query('delete from exchange_rates')
      },
    ],
    [
      'the exchange rate is stale',
      'stale_rate',
      async (): Promise<void> => {
        clock.now = new Date(Date.now() + 5 * 24 * HOUR)
      },
    ],
  ] as const)('an order requested in ZWG is in dollars because %s, and reports the reason', async (_why, refused, happens) => {
    await happens()
    const clientId = shop.newClient()
    const answer = await ask(clientId, { currency: 'ZWG' })
    expect(answer.action).toMatch(/\?wish=ZWG$/)
    const id = new URL(answer.action).pathname.replace('/checkout/', '')
    expect((await shop.get(id, clientId)).offers).toEqual([
      { currency: 'USD', amountMinor: 450, refused: null },
      { currency: 'ZWG', amountMinor: null, refused },
    ])
    clock.now = new Date()
    await enterRate('26.7431')
  })

  test('the purge deletes all old orders without a payment attempt, however many there are', async () => {
    await app.services.database.pool.query(
      `insert into orders (id, client_digest, product, product_id, title, currency, amount_minor, price_minor, return_url, created_at)
       select 'unused ' || n, 'nobody ' || n, 'book', $1, 'Sow in Season', 'USD', 450, 450, 'http://localhost/', now() - interval '31 days'
       from generate_series(1, 5001) n`,
      [book.id],
    )
    expect(await app.services.shop.orders.unused.purge()).toBeGreaterThanOrEqual(5001)
  })

  test.each(['https://evil.example/', 'http://localhost@evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'an order is refused for the return URL %s',
    async (returnUrl) => {
      const request = { clientId: shop.newClient(), productId: book.id, product: 'book', currency: 'USD', returnUrl }
      expect((await app.send('POST', '/api/get-next-action', request, {})).statusCode).toBe(400)
    },
  )
})

test('a return URL with unusual characters is stored in the encoding that browsers use', async () => {
  const clientId = shop.newClient()
  const id = await order(clientId, { returnUrl: 'http://localhost/book\0shop?q=\ta' })
  expect((await shop.get(id, clientId)).returnUrl).toBe('http://localhost/book%00shop?q=a')
})

test('an owner who turns ZWG off sells in dollars only, and a started payment in ZWG is completed', async () => {
  const [unpaid, paying] = [shop.newClient(), shop.newClient()]
  const waiting = await order(unpaid, { currency: 'ZWG' })
  const started = await shop.begin(paying, { productId: book.id, currency: 'ZWG' })
  const standing = async () => (await app.get('/api/rates/standing', app.bearer)).json<RateStanding>().refused
  const offered = async () => (await app.get('/api/overview', app.bearer)).json<Overview>().payments.gateways.map((each) => each.currencies)
  expect([await standing(), await offered()]).toEqual([null, [['USD', 'ZWG']]])

  await publishSections(app, { selling: { ...defaultContent.selling, conversion: 'off' } })
  const buyer = shop.newClient()
  const id = await order(buyer, { currency: 'ZWG' })
  expect(await shop.get(id, buyer)).toMatchObject({ amount: { currency: 'USD' }, offers: [{ currency: 'USD', refused: null }] })
  expect(await shop.get(waiting, unpaid)).toMatchObject({ quote: 'changed', offers: [{ currency: 'USD' }] })
  expect((await shop.pay(waiting, unpaid)).statusCode).toBe(409)
  expect([await standing(), await offered()]).toEqual(['off', [['USD']]])

  started.payment.state = 'paid'
  expect((await shop.call(started.id, 'check', paying)).json<Order>()).toMatchObject({ state: 'paid', amount: { currency: 'ZWG' } })
  await publishSections(app, { selling: defaultContent.selling })
  expect(await standing()).toBeNull()
})
