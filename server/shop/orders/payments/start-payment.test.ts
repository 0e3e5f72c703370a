import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OpenPurchase, Purchase } from '#contracts/shop/purchase.ts'
import type { Wish } from '#tests/support/buyers.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
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

describe('a payment', () => {
  test('a payment gives access to the item and its file after the gateway’s notification', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ state: 'paying', email: 'rudo@reader.example' })
    const { payment } = await shop.atGateway(id)
    payment.state = 'paid'
    expect((await shop.tell(payment.reference)).statusCode).toBe(200)
    await shop.untilState(id, clientId, 'paid')
    const { action, url } = await ask(clientId)
    expect(action).toBe('view')
    expect((await app.get(url ?? '')).statusCode).toBe(200)
    expect((await shop.get(id, clientId)).receiptNumber).toBeGreaterThan(0)
  })

  test('a payment in ZWG gives access to a podcast episode', async () => {
    const clientId = shop.newClient()
    const episode = await storePodcast(app.services, { price: 1.5 })
    const id = await order(clientId, { product: 'podcast', productId: episode.id, currency: 'ZWG' })
    await shop.pay(id, clientId)
    const { payment } = await shop.atGateway(id)
    payment.state = 'paid'
    await shop.call(id, 'check', clientId)
    expect((await ask(clientId, { product: 'podcast', productId: episode.id })).action).toBe('view')
  })

  test('a payment whose notification was lost is found by the reconciliation', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    ;(await shop.atGateway(id)).payment.state = 'paid'
    clock.now = new Date(Date.now() + 15_000)
    await app.services.shop.orders.payments.reconcile()
    expect((await ask(clientId)).action).toBe('view')
  })

  test('a payment at a slow gateway is checked by the next reconciliation', async () => {
    for (let count = 0; count < 21; count++) {
      const clientId = shop.newClient()
      await shop.pay(await order(clientId), clientId)
    }
    clock.now = new Date(Date.now() + 15_000)
    model.duringNext(async () => {
      const later = Date.now() + 120_000
      vi.spyOn(Date, 'now').mockReturnValue(later)
    })
    expect(await app.services.shop.orders.payments.reconcile()).toBe(20)
    vi.restoreAllMocks()
    expect(await app.services.shop.orders.payments.reconcile()).toBeGreaterThan(0)
  })

  test('a refund of a payment revokes access to the file at the next range request', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const listOpen = async (client: string) =>
      (await app.get('/api/purchases', { 'client-id': client })).json<{ open: OpenPurchase[] }>().open
    expect(await listOpen(clientId)).toMatchObject([{ orderId: id, state: 'open', product: { kind: 'book' } }])
    expect(await listOpen(app.services.shop.access.newClientId())).toEqual([])
    const { payment } = await shop.atGateway(id)
    payment.state = 'paid'
    await shop.call(id, 'check', clientId)
    expect(await listOpen(clientId)).toEqual([])
    const { url = '' } = await ask(clientId)
    expect((await app.get(url, { range: 'bytes=0-9' })).statusCode).toBe(206)
    payment.state = 'refunded'
    await shop.tell(payment.reference)
    await shop.untilState(id, clientId, 'refunded')
    expect((await app.get(url, { range: 'bytes=0-9' })).statusCode).toBe(403)
    expect((await ask(clientId)).action).toMatch(/\/checkout\//)
    const { purchases } = (await app.get('/api/purchases', { 'client-id': clientId })).json<{ purchases: Purchase[] }>()
    expect(purchases).toMatchObject([{ orderId: id, available: false, refundedAt: expect.stringMatching(/Z$/) }])
  })

  test('a payment whose response was lost can be retried without a second charge', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    model.failNext('lost_after')
    expect((await shop.pay(id, clientId)).json()).toMatchObject({ status: 503, code: 'unavailable' })
    // The retry finds the payment that was created by the first request.
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({
      attempt: { state: 'open', address: expect.stringContaining('gateway.example') },
    })
    expect(await app.services.shop.orders.attempts.listOf(id)).toHaveLength(1)
  })

  test('a payment that was canceled in favor of another method but completes late still counts and is due for a refund as a second payment', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const first = await shop.atGateway(id)
    await shop.pay(id, clientId, { method: 'ecocash', phone: '077 111 1111' })
    const second = await shop.atGateway(id)
    expect(second.attempt.id).not.toBe(first.attempt.id)
    second.payment.state = 'paid'
    await shop.tell(second.payment.reference)
    await shop.untilState(id, clientId, 'paid')
    first.payment.state = 'paid'
    await shop.tell(first.payment.reference)
    await expect.poll(() => app.services.shop.orders.attempts.find(first.attempt.id)).toMatchObject({ state: 'paid' })
    const { rows } = await app.services.database.pool.query('select reason from refunds_due where attempt_id = $1', [first.attempt.id])
    expect(rows).toEqual([{ reason: 'second_payment' }])
  })

  test('a payment that completes late cancels the buyer’s other open payments for the item, also at the gateway', async () => {
    const clientId = shop.newClient()
    const [dollars, zwg] = [await order(clientId), await order(clientId, { currency: 'ZWG' })]
    await shop.pay(dollars, clientId)
    const late = await shop.atGateway(dollars)
    await shop.pay(dollars, clientId, { method: 'ecocash', phone: '077 111 1112' })
    await shop.pay(zwg, clientId)
    const others = [await shop.atGateway(dollars), await shop.atGateway(zwg)]
    // An unrelated payment by another buyer.
    const stranger = shop.newClient()
    const strange = await order(stranger)
    await shop.pay(strange, stranger)
    const othersStates = () =>
      Promise.all(others.map(async ({ attempt }) => (await app.services.shop.orders.attempts.find(attempt.id))?.state))
    expect(await othersStates()).toEqual(['open', 'open'])

    late.payment.state = 'paid'
    await shop.tell(late.payment.reference)
    await shop.untilState(dollars, clientId, 'paid')
    clock.now = new Date(Date.now() + 1000)
    await app.services.shop.orders.payments.reconcile()
    expect(await othersStates()).toEqual(['cancelled', 'cancelled'])
    expect(others.map(({ payment }) => payment.state)).toEqual(['cancelled', 'cancelled'])
    expect((await shop.get(strange, stranger)).state).toBe('paying')
    expect((await shop.atGateway(strange)).payment.state).toBe('open')
  })

  test('a payment is listed in the purchases with the time of payment, not the time of the order', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    clock.now = new Date(Date.now() + 30 * HOUR)
    await shop.pay(id, clientId)
    ;(await shop.atGateway(id)).payment.state = 'paid'
    clock.now = new Date(Date.now() + 31 * HOUR)
    await shop.call(id, 'check', clientId)
    const { purchases } = (await app.get('/api/purchases', { 'client-id': clientId })).json<{ purchases: Purchase[] }>()
    expect(purchases).toMatchObject([{ orderId: id, boughtAt: clock.now.toISOString() }])
  })

  test('the number of payments is limited by phone number, in any notation and from any browser', async () => {
    const statuses: number[] = []
    // The last notation is copied from an address book, with invisible formatting characters.
    const notations = ['0772 000 001', '+263 772 000 001', '00263772000001', '\u202a+263 772\u2011000\u2013001\u202c']
    for (const phone of notations.flatMap((number) => Array(4).fill(number))) {
      const clientId = shop.newClient()
      statuses.push((await shop.pay(await order(clientId), clientId, { method: 'ecocash', phone })).statusCode)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(12)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a payment on a gateway’s page is refused if the request contains a phone number', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    expect((await shop.pay(id, clientId, { phone: '0772 000 002' })).json()).toMatchObject({ status: 400, errors: [{ field: 'phone' }] })
    expect(await app.services.shop.orders.attempts.listOf(id)).toEqual([])
  })

  test('a payment counts once against the rate limits if the request is repeated', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    const way = { method: 'ecocash', phone: '0772 000 003' }
    for (let asked = 0; asked < 14; asked++) expect((await shop.pay(id, clientId, way)).statusCode).toBe(200)
    const counted = async () => (await app.services.database.pool.query('select key from tries where key like $1', ['p%'])).rowCount
    const before = await counted()
    await shop.pay(id, clientId, way)
    expect(await counted()).toBe(before)
    const other = shop.newClient()
    expect((await shop.pay(await order(other), other, way)).statusCode).toBe(200)
    expect(await counted()).toBe((before ?? 0) + 2)
  })

  test.each<[string, Record<string, string>]>([
    ['another phone number', { phone: '0772 000 005' }],
    ['another email address', { email: 'rudo@corrected.example' }],
    ['another method', { method: 'web' }],
  ])('a payment that is requested again with %s starts a new attempt and cancels the old one', async (_what, changes) => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    const first = { method: 'ecocash', phone: '+263 772 000 004', email: 'rudo@reader.example' }
    const paying = (await shop.pay(id, clientId, first)).json<Order>()
    expect(paying).toMatchObject({ email: first.email, attempt: { state: 'open', phone: '0772000004' } })
    // A request with the same phone number and email address in another notation resumes the payment.
    await shop.pay(id, clientId, { ...first, phone: '0772000004', email: 'Rudo@Reader.example' })
    expect(await app.services.shop.orders.attempts.listOf(id)).toHaveLength(1)

    const form: Record<string, string> = { ...first, ...changes }
    if (form.method === 'web') delete form.phone
    const anew = (await shop.pay(id, clientId, form)).json<Order>()
    const phone = form.phone ? form.phone.replace(/^\+263|\s/g, '').replace(/^7/, '07') : null
    expect(anew).toMatchObject({ email: form.email, attempt: { state: 'open', method: form.method, phone } })
    const attempts = await app.services.shop.orders.attempts.listOf(id)
    expect(attempts.map(({ state, phone }) => ({ state, phone }))).toEqual([
      { state: 'open', phone },
      { state: 'cancelled', phone: null },
    ])
  })

  test('the phone number of a payment is deleted once it is paid', async () => {
    const clientId = shop.newClient()
    const { id, payment, attempt } = await shop.begin(clientId, { productId: book.id }, { method: 'ecocash', phone: '0772 000 006' })
    payment.state = 'paid'
    await shop.call(id, 'check', clientId)
    expect(await app.services.shop.orders.attempts.find(attempt.id)).toMatchObject({ state: 'paid', phone: null })
  })

  test('a payment is sent with a title of at most a hundred characters, without splitting a surrogate pair', async () => {
    const clientId = shop.newClient()
    const long = await storeBook(app.services, { title: `${'a'.repeat(99)}😀😀`, price: 2 })
    const initiate = vi.spyOn(model.gateway, 'initiate')
    await shop.pay(await order(clientId, { productId: long.id }), clientId)
    expect(initiate.mock.calls.map(([{ title }]) => title)).toEqual([`${'a'.repeat(99)}😀`])
    initiate.mockRestore()
  })

  test('a payment that the gateway refuses returns the reason and can be retried', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    model.failNext('refused')
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ state: 'unpaid', attempt: { state: 'failed', reason: 'No' } })
    expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ attempt: { state: 'open' } })
  })
})

test('a book list sorted by sales is sorted across pages, and refunds are subtracted', async () => {
  const titles = async (path: string): Promise<string[]> => {
    const response = await app.get(path)
    const next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
    return [...response.json<Book[]>().map(({ title }) => title), ...(next ? await titles(next.replace(/^http:\/\/[^/]+/, '')) : [])]
  }
  const older = await storeBook(app.services, { title: 'Slow Seller', price: 7 })
  const newer = await storeBook(app.services, { title: 'Best Seller', price: 7 })
  await storeBook(app.services, { title: 'Never Sold', price: 7 })
  const buy = async (productId: string) => {
    const clientId = shop.newClient()
    const id = await order(clientId, { productId })
    await shop.pay(id, clientId)
    const { payment } = await shop.atGateway(id)
    payment.state = 'paid'
    await shop.call(id, 'check', clientId)
    return { payment, clientId, id }
  }
  const sales = [await buy(newer.id), await buy(older.id), await buy(older.id), await buy(older.id)]
  const places = async () => (await titles('/api/books?limit=2')).filter((title) => /Seller|Never/.test(title))
  expect(await places()).toEqual(['Slow Seller', 'Best Seller', 'Never Sold'])
  for (const { payment, clientId, id } of sales.slice(1)) {
    payment.state = 'refunded'
    await shop.tell(payment.reference)
    await shop.untilState(id, clientId, 'refunded')
  }
  expect(await places()).toEqual(['Best Seller', 'Never Sold', 'Slow Seller'])
})
