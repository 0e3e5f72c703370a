import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NextActionResponse } from '#contracts/access.ts'
import type { Book } from '#contracts/book.ts'
import type { Order } from '#contracts/order.ts'
import type { Purchase } from '#contracts/purchase.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const HOUR = 3_600_000
const model = createModelGateway()
let clock = new Date()
let app: TestApp
let book: Book

beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'info' }, { gateways: [model.gateway], now: () => clock, alert: () => undefined })
  await enterRate('26.7431')
  book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
})
afterAll(() => app.close())
beforeEach(() => {
  clock = new Date()
  model.failNext('none')
})

const newClient = () => randomBytes(24).toString('base64url')
const form = { gateway: 'sandbox', method: 'web', email: 'Rudo@Reader.example' }

function enterRate(zwgPerUsd: string) {
  return app.services.rates.enter({ zwgPerUsd, source: 'Interbank', asOf: clock.toISOString(), marginBasisPoints: 0 })
}

async function ask(
  clientId: string,
  { productId = book.id, product = 'book', currency = 'USD', returnUrl = 'http://localhost/bookshop' } = {},
) {
  const response = await app.send('POST', '/api/get-next-action', { clientId, productId, product, currency, returnUrl }, {})
  return response.json<NextActionResponse>()
}

async function setPrice(id: string, price: string) {
  const form = new FormData()
  form.set('price', price)
  expect((await app.sendForm('PATCH', `/api/books/${id}`, form)).statusCode).toBe(200)
}

/** An order, as its page would know it. */
async function order(clientId: string, options: Parameters<typeof ask>[1] = {}) {
  return new URL((await ask(clientId, options)).action).pathname.replace('/checkout/', '')
}

const get = async (id: string, clientId: string) => (await app.get(`/api/orders/${id}`, { 'client-id': clientId })).json<Order>()
const call = (id: string, what: string, clientId: string, body?: unknown) =>
  app.send('POST', `/api/orders/${id}/${what}`, body, { 'client-id': clientId })
const pay = (id: string, clientId: string, changes = {}) => call(id, 'payments', clientId, { ...form, ...changes })
/** What the gateway knows of an order's latest attempt. */
async function atGateway(id: string) {
  const [attempt] = await app.services.orders.attempts.listOf(id)
  const payment = attempt && model.payments.get(attempt.reference)
  if (!attempt || !payment) throw new Error('The gateway has no such payment')
  return { attempt, payment }
}
async function tell(reference: string, body = model.message(reference)) {
  return app.app.inject({ method: 'POST', url: '/api/gateways/sandbox/message', payload: body, headers: { 'content-type': 'text/plain' } })
}
/** The message is answered before the gateway is read. */
async function untilState(id: string, clientId: string, state: Order['state']) {
  await expect.poll(async () => (await get(id, clientId)).state, { timeout: 5000 }).toBe(state)
}

describe('an order', () => {
  test('is one, however often and however quickly the same visitor asks for the same item', async () => {
    const clientId = newClient()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(clientId)))
    const addresses = new Set(answers.map(({ action }) => action))
    expect(addresses.size).toBe(1)
    const id = new URL([...addresses][0] ?? '').pathname.replace('/checkout/', '')
    const paid = await Promise.all(Array.from({ length: 100 }, () => pay(id, clientId)))
    expect(new Set(paid.map((response) => response.json<Order>().attempt?.address)).size).toBe(1)
    expect(await app.services.orders.attempts.listOf(id)).toHaveLength(1)
    const { rows } = await app.services.database.pool.query(
      'select count(*)::int as orders from orders where client_digest in (select client_digest from orders where id = $1)',
      [id],
    )
    expect(rows).toEqual([{ orders: 1 }])
  })

  test('shows only to the browser that holds it', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    expect((await get(id, clientId)).amount).toEqual({ currency: 'USD', minor: 450 })
    for (const stranger of [newClient(), clientId.toLowerCase()]) {
      for (const response of [
        await app.get(`/api/orders/${id}`, { 'client-id': stranger }),
        await pay(id, stranger),
        await call(id, 'check', stranger),
        await call(id, 'cancel', stranger),
      ])
        expect(response.statusCode).toBe(404)
    }
    expect((await app.get(`/api/orders/${id}`)).statusCode).toBe(400)
  })

  test('in ZWG pins the rate of the day, and another rate or price makes another order', async () => {
    const clientId = newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 3.33 })
    const id = await order(clientId, { productId: other.id, currency: 'ZWG' })
    const before = await get(id, clientId)
    // 3.33 × 26.7431 = 89.054523
    expect(before).toMatchObject({
      amount: { currency: 'ZWG', minor: 8905 },
      priceMinor: 333,
      rate: { zwgPerUsd: '26.7431', source: 'Interbank' },
    })
    await setPrice(other.id, '5.00')
    expect((await pay(id, clientId)).json()).toMatchObject({ status: 409, title: 'The price has changed' })
    const next = await order(clientId, { productId: other.id, currency: 'ZWG' })
    expect(next).not.toBe(id)
    expect((await get(next, clientId)).amount.minor).toBe(13372)
    expect(await get(id, clientId)).toMatchObject({ amount: before.amount, state: 'superseded' })
  })

  test('of an item that was taken off says so, and nothing of a price', async () => {
    const clientId = newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 3 })
    const id = await order(clientId, { productId: other.id })
    expect((await app.send('DELETE', `/api/books/${other.id}`)).statusCode).toBe(204)
    const { status, code, title, detail } = (await pay(id, clientId)).json()
    expect({ status, code, title, detail }).toEqual({
      ...{ status: 404, code: 'not_found' },
      ...{ title: 'This item is no longer for sale', detail: 'Nothing was charged.' },
    })
    expect(await app.services.orders.attempts.listOf(id)).toEqual([])
  })

  test('offers no way to pay that takes nothing so small, and says when there is none', async () => {
    const clientId = newClient()
    const least = model.gateway.leastMinor
    const shown = async (price: number) => {
      const { id: productId } = await storeBook(app.services, { title: 'A Penny Tract', price })
      return get(await order(clientId, { productId }), clientId)
    }
    model.gateway.leastMinor = { USD: 50 }
    const small = await shown(0.49)
    expect(small.ways).toEqual([])
    // 0.49 × 26.7431 = 13.104119
    expect(small.offers).toEqual([
      { currency: 'USD', amountMinor: 49, refused: 'too_small' },
      { currency: 'ZWG', amountMinor: 1310, refused: null },
    ])
    expect((await pay(small.id, clientId)).json()).toMatchObject({ status: 400, errors: [{ field: 'gateway' }] })
    const enough = await shown(0.5)
    expect(enough).toMatchObject({ ways: [{ method: 'web' }, { method: 'ecocash' }], offers: [{ refused: null }, { refused: null }] })
    model.gateway.leastMinor = least
  })

  test('is not re-priced while its payment is open', async () => {
    const clientId = newClient()
    const other = await storeBook(app.services, { title: 'Plain Speech', price: 2 })
    const id = await order(clientId, { productId: other.id })
    await pay(id, clientId)
    await setPrice(other.id, '9.00')
    expect(await order(clientId, { productId: other.id })).toBe(id)
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({ amount: { minor: 200 }, attempt: { state: 'open' } })
  })

  test('has room for the dearest item at a steep rate', async () => {
    const clientId = newClient()
    const dear = await storeBook(app.services, { title: 'The Whole Library', price: 1_000_000 })
    const id = await order(clientId, { productId: dear.id, currency: 'ZWG' })
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({ amount: { minor: 2_674_310_000 }, attempt: { state: 'open' } })
    ;(await atGateway(id)).payment.state = 'paid'
    expect((await call(id, 'check', clientId)).json<Order>()).toMatchObject({ state: 'paid' })
  })

  test('can’t be given another amount, currency or gateway from the browser', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId, { amount: 1, amountMinor: 1, currency: 'ZWG', priceMinor: 1 })
    expect((await atGateway(id)).payment).toMatchObject({ amountMinor: 450, currency: 'USD' })
    for (const way of [{ gateway: 'stripe' }, { method: 'onemoney', phone: '0771111111' }, { gateway: 'none' }])
      expect((await pay(id, clientId, way)).statusCode).toBe(400)
  })

  test.each([
    [
      'of no rate',
      'no_rate',
      async (): Promise<void> => {
        await app.services.database.pool.query('delete from exchange_rates')
      },
    ],
    [
      'of an old one',
      'stale_rate',
      async (): Promise<void> => {
        clock = new Date(Date.now() + 5 * 24 * HOUR)
      },
    ],
  ] as const)('is in dollars because %s, and says so', async (_why, refused, happens) => {
    await happens()
    const clientId = newClient()
    const answer = await ask(clientId, { currency: 'ZWG' })
    expect(answer.action).toMatch(/\?wish=ZWG$/)
    const id = new URL(answer.action).pathname.replace('/checkout/', '')
    expect((await get(id, clientId)).offers).toEqual([
      { currency: 'USD', amountMinor: 450, refused: null },
      { currency: 'ZWG', amountMinor: null, refused },
    ])
    clock = new Date()
    await enterRate('26.7431')
  })

  test('that nobody began to pay is forgotten after a month, any other never', async () => {
    const [looked, begun] = [newClient(), newClient()]
    const [lookedAt, begunOrder] = [await order(looked), await order(begun)]
    await pay(begunOrder, begun)
    clock = new Date(Date.now() + 31 * 24 * HOUR)
    await app.services.orders.checkout.purge()
    expect((await app.get(`/api/orders/${lookedAt}`, { 'client-id': looked })).statusCode).toBe(404)
    expect((await app.get(`/api/orders/${begunOrder}`, { 'client-id': begun })).statusCode).toBe(200)
  })

  test('that nobody began to pay is forgotten however many there are', async () => {
    await app.services.database.pool.query(
      `insert into orders (id, client_digest, product, product_id, title, currency, amount_minor, price_minor, return_url, created_at)
       select 'unused ' || n, 'nobody ' || n, 'book', $1, 'Sow in Season', 'USD', 450, 450, 'http://localhost/', now() - interval '31 days'
       from generate_series(1, 5001) n`,
      [book.id],
    )
    expect(await app.services.orders.checkout.purge()).toBeGreaterThanOrEqual(5001)
  })

  test.each(['https://evil.example/', 'http://localhost@evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'never leads to %s',
    async (returnUrl) => {
      const request = { clientId: newClient(), productId: book.id, product: 'book', currency: 'USD', returnUrl }
      expect((await app.send('POST', '/api/get-next-action', request, {})).statusCode).toBe(400)
    },
  )
})

test('an address that goes back to an odd page is kept as browsers write it', async () => {
  const clientId = newClient()
  const id = await order(clientId, { returnUrl: 'http://localhost/book\0shop?q=\ta' })
  expect((await get(id, clientId)).returnUrl).toBe('http://localhost/book%00shop?q=a')
})

describe('a payment', () => {
  test('opens the item after the gateway’s message, and its bytes are served', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({ state: 'paying', email: 'rudo@reader.example' })
    const { payment } = await atGateway(id)
    payment.state = 'paid'
    expect((await tell(payment.reference)).statusCode).toBe(200)
    await untilState(id, clientId, 'paid')
    const { action, url } = await ask(clientId)
    expect(action).toBe('view')
    expect((await app.get(url ?? '')).statusCode).toBe(200)
    expect((await get(id, clientId)).receiptNumber).toBeGreaterThan(0)
  })

  test('of a podcast works alike', async () => {
    const clientId = newClient()
    const episode = await storePodcast(app.services, { price: 1.5 })
    const id = await order(clientId, { product: 'podcast', productId: episode.id, currency: 'ZWG' })
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    payment.state = 'paid'
    await call(id, 'check', clientId)
    expect((await ask(clientId, { product: 'podcast', productId: episode.id })).action).toBe('view')
  })

  test('whose message never comes is found by the reconciliation', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    ;(await atGateway(id)).payment.state = 'paid'
    clock = new Date(Date.now() + 15_000)
    await app.services.orders.payments.reconcile()
    expect((await ask(clientId)).action).toBe('view')
  })

  test('of many is left to the next reconciliation when a gateway is slow', async () => {
    for (let count = 0; count < 21; count++) {
      const clientId = newClient()
      await pay(await order(clientId), clientId)
    }
    clock = new Date(Date.now() + 15_000)
    model.duringNext(async () => {
      const later = Date.now() + 120_000
      vi.spyOn(Date, 'now').mockReturnValue(later)
    })
    expect(await app.services.orders.payments.reconcile()).toBe(20)
    vi.restoreAllMocks()
    expect(await app.services.orders.payments.reconcile()).toBeGreaterThan(0)
  })

  test('given back closes the file at the next request for its bytes', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    payment.state = 'paid'
    await call(id, 'check', clientId)
    const { url = '' } = await ask(clientId)
    expect((await app.get(url, { range: 'bytes=0-9' })).statusCode).toBe(206)
    payment.state = 'refunded'
    await tell(payment.reference)
    await untilState(id, clientId, 'refunded')
    expect((await app.get(url, { range: 'bytes=0-9' })).statusCode).toBe(403)
    expect((await ask(clientId)).action).toMatch(/\/checkout\//)
  })

  test('whose answer got lost may be tried again, and never charges twice in silence', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    model.failNext('lost_after')
    expect((await pay(id, clientId)).json()).toMatchObject({ status: 503, code: 'unavailable' })
    // The second try finds what the first one began.
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({
      attempt: { state: 'open', address: expect.stringContaining('gateway.example') },
    })
    expect(await app.services.orders.attempts.listOf(id)).toHaveLength(1)
  })

  test('given up for another way is still taken when it comes late, and what came twice is owed back', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const first = await atGateway(id)
    await pay(id, clientId, { method: 'ecocash', phone: '077 111 1111' })
    const second = await atGateway(id)
    expect(second.attempt.id).not.toBe(first.attempt.id)
    second.payment.state = 'paid'
    await tell(second.payment.reference)
    await untilState(id, clientId, 'paid')
    first.payment.state = 'paid'
    await tell(first.payment.reference)
    await expect.poll(() => app.services.orders.attempts.find(first.attempt.id)).toMatchObject({ state: 'paid' })
    const { rows } = await app.services.database.pool.query('select reason from refunds_due where attempt_id = $1', [first.attempt.id])
    expect(rows).toEqual([{ reason: 'second_payment' }])
  })

  test('that comes late ends whatever else the buyer has under way for the item, at the gateway too', async () => {
    const clientId = newClient()
    const [dollars, zwg] = [await order(clientId), await order(clientId, { currency: 'ZWG' })]
    await pay(dollars, clientId)
    const late = await atGateway(dollars)
    await pay(dollars, clientId, { method: 'ecocash', phone: '077 111 1112' })
    await pay(zwg, clientId)
    const others = [await atGateway(dollars), await atGateway(zwg)]
    // Somebody else's is none of it.
    const stranger = newClient()
    const strange = await order(stranger)
    await pay(strange, stranger)
    const othersStates = () => Promise.all(others.map(async ({ attempt }) => (await app.services.orders.attempts.find(attempt.id))?.state))
    expect(await othersStates()).toEqual(['open', 'open'])

    late.payment.state = 'paid'
    await tell(late.payment.reference)
    await untilState(dollars, clientId, 'paid')
    clock = new Date(Date.now() + 1000)
    await app.services.orders.payments.reconcile()
    expect(await othersStates()).toEqual(['cancelled', 'cancelled'])
    expect(others.map(({ payment }) => payment.state)).toEqual(['cancelled', 'cancelled'])
    expect((await get(strange, stranger)).state).toBe('paying')
    expect((await atGateway(strange)).payment.state).toBe('open')
  })

  test('is dated in the purchases by when it was paid, not by when the item was chosen', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    clock = new Date(Date.now() + 30 * HOUR)
    await pay(id, clientId)
    ;(await atGateway(id)).payment.state = 'paid'
    clock = new Date(Date.now() + 31 * HOUR)
    await call(id, 'check', clientId)
    const { purchases } = (await app.get('/api/purchases', { 'client-id': clientId })).json<{ purchases: Purchase[] }>()
    expect(purchases).toMatchObject([{ orderId: id, boughtAt: clock.toISOString() }])
  })

  test('asks one phone only so often, however its number is written and whoever asks', async () => {
    const statuses: number[] = []
    for (const phone of ['0772 000 001', '+263 772 000 001', '00263772000001', '0772000001'].flatMap((number) => Array(4).fill(number))) {
      const clientId = newClient()
      statuses.push((await pay(await order(clientId), clientId, { method: 'ecocash', phone })).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(12)
    expect(statuses.at(-1)).toBe(429)
  })

  test('asks no phone when it is made on a page, and may not name one then', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    expect((await pay(id, clientId, { phone: '0772 000 002' })).json()).toMatchObject({ status: 400, errors: [{ field: 'phone' }] })
    expect(await app.services.orders.attempts.listOf(id)).toEqual([])
  })

  test('counts for its phone and its network once, however often it is asked for again', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    const way = { method: 'ecocash', phone: '0772 000 003' }
    for (let asked = 0; asked < 14; asked++) expect((await pay(id, clientId, way)).statusCode).toBe(200)
    const counted = async () => (await app.services.database.pool.query('select key from tries where key like $1', ['p%'])).rowCount
    const before = await counted()
    await pay(id, clientId, way)
    expect(await counted()).toBe(before)
    const other = newClient()
    expect((await pay(await order(other), other, way)).statusCode).toBe(200)
    expect(await counted()).toBe((before ?? 0) + 2)
  })

  test('names its item in a hundred characters, none of them cut in two', async () => {
    const clientId = newClient()
    const long = await storeBook(app.services, { title: `${'a'.repeat(99)}😀😀`, price: 2 })
    const initiate = vi.spyOn(model.gateway, 'initiate')
    await pay(await order(clientId, { productId: long.id }), clientId)
    expect(initiate.mock.calls.map(([{ title }]) => title)).toEqual([`${'a'.repeat(99)}😀`])
    initiate.mockRestore()
  })

  test('that the gateway refuses says why and can be made another way', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    model.failNext('refused')
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({ state: 'unpaid', attempt: { state: 'failed', reason: 'No' } })
    expect((await pay(id, clientId)).json<Order>()).toMatchObject({ attempt: { state: 'open' } })
  })
})

test('what sells best comes first in the list of books, page after page, until it is given back', async () => {
  const titles = async (path: string): Promise<string[]> => {
    const response = await app.get(path)
    const next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
    return [...response.json<Book[]>().map(({ title }) => title), ...(next ? await titles(next.replace(/^http:\/\/[^/]+/, '')) : [])]
  }
  const older = await storeBook(app.services, { title: 'Slow Seller', price: 7 })
  const newer = await storeBook(app.services, { title: 'Best Seller', price: 7 })
  await storeBook(app.services, { title: 'Never Sold', price: 7 })
  const buy = async (productId: string) => {
    const clientId = newClient()
    const id = await order(clientId, { productId })
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    payment.state = 'paid'
    await call(id, 'check', clientId)
    return { payment, clientId, id }
  }
  const sales = [await buy(newer.id), await buy(older.id), await buy(older.id), await buy(older.id)]
  const places = async () => (await titles('/api/books?limit=2')).filter((title) => /Seller|Never/.test(title))
  expect(await places()).toEqual(['Slow Seller', 'Best Seller', 'Never Sold'])
  for (const { payment, clientId, id } of sales.slice(1)) {
    payment.state = 'refunded'
    await tell(payment.reference)
    await untilState(id, clientId, 'refunded')
  }
  expect(await places()).toEqual(['Best Seller', 'Never Sold', 'Slow Seller'])
})

describe('a message', () => {
  test.each([
    ['with a wrong seal', () => `forged ${'0'.repeat(32)}`, 400],
    ['about an unknown payment', () => model.message('0'.repeat(32)), 200],
    ['with nothing in it', () => '', 400],
  ])('%s changes nothing', async (_what, body, status) => {
    const count = async () => (await app.services.database.pool.query('select count(*)::int as n from gateway_messages')).rows[0].n
    const before = await count()
    app.logLines.length = 0
    expect((await tell('', body())).statusCode).toBe(status)
    expect(await count()).toBe(before)
    if (status === 400) expect(app.logLines.filter((line) => line.includes('a gateway message was refused'))).toHaveLength(1)
  })

  test('that says paid is not believed: the gateway is asked', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    await tell(payment.reference)
    await call(id, 'check', clientId)
    expect((await get(id, clientId)).state).toBe('paying')
  })

  test('that comes while the gateway is being read is not lost', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    model.duringNext(async () => {
      payment.state = 'paid'
      await tell(payment.reference)
    })
    await call(id, 'check', clientId)
    await untilState(id, clientId, 'paid')
  })

  test('about a payment that was long given up is read once the gateway answers again', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    await call(id, 'cancel', clientId)
    const { attempt, payment } = await atGateway(id)
    for (const hours of [1, 80]) {
      clock = new Date(Date.now() + hours * HOUR)
      await app.services.orders.payments.reconcile()
    }
    expect(await app.services.orders.attempts.find(attempt.id)).toMatchObject({ state: 'cancelled', nextCheckAt: null })
    payment.state = 'paid'
    model.setDown(true)
    await tell(payment.reference)
    await expect.poll(() => app.services.orders.attempts.find(attempt.id)).toMatchObject({ hinted: false, lease: null })
    model.setDown(false)
    clock = new Date(Date.now() + 82 * HOUR)
    await app.services.orders.payments.reconcile()
    expect((await get(id, clientId)).state).toBe('paid')
  })

  test('that comes while the gateway fails to answer is read at once', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const { payment } = await atGateway(id)
    clock = new Date(Date.now() + 0.5 * HOUR)
    model.duringNext(async () => {
      payment.state = 'paid'
      await tell(payment.reference)
      model.setDown(true)
    })
    await call(id, 'check', clientId)
    model.setDown(false)
    clock = new Date(clock.getTime() + 1000)
    await app.services.orders.payments.reconcile()
    expect((await get(id, clientId)).state).toBe('paid')
  })

  test('of another amount opens nothing, is owed back, and does not keep the payment open', async () => {
    const clientId = newClient()
    const id = await order(clientId)
    await pay(id, clientId)
    const { attempt, payment } = await atGateway(id)
    Object.assign(payment, { state: 'paid', amountMinor: 45 })
    await call(id, 'check', clientId)
    expect((await get(id, clientId)).state).toBe('paying')
    const { rows } = await app.services.database.pool.query('select reason from refunds_due where attempt_id = $1', [attempt.id])
    expect(rows).toEqual([{ reason: 'wrong_amount' }])
    clock = new Date(Date.now() + 2 * HOUR)
    await app.services.orders.payments.reconcile()
    expect(await get(id, clientId)).toMatchObject({ state: 'unpaid', attempt: { state: 'expired' } })
  })
})

test('no line of the log holds a client id, an e-mail address or a message', () => {
  const log = app.logLines.join('\n')
  expect(log).toContain('/api/orders/')
  for (const secret of [/reader\.example/i, /genuine/, /client-id/]) expect(log).not.toMatch(secret)
})
