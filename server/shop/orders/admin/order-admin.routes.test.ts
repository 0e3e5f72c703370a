import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const model = createModelGateway()
const alerts: { text: string; attempt: unknown }[] = []
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [model.gateway], alert: ({ attempt }, text) => alerts.push({ text, attempt }) })
})
afterAll(() => app.close())

const store = (order?: Parameters<typeof storeOrder>[1]) => storeOrder(app.services.database.orm, order)
const list = (query = '') => app.get(`/api/admin/orders${query}`, app.bearer)
const find = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).json<OrderSummary[]>().map(({ id }) => id)
const details = async (id: string) => (await app.get(`/api/admin/orders/${id}`, app.bearer)).json<OrderDetails>()
const act = (path: string, payload?: object) => app.send('POST', `/api/admin/orders/${path}`, payload)
const lastDeed = async () => (await app.get('/api/audit?noun=order&limit=1', app.bearer)).json<AuditEntry[]>()[0]

describe('the list of orders', () => {
  test('returns summaries in pages, the latest first', async () => {
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
      refundDue: false,
      createdAt: expect.stringMatching(/Z$/),
    })
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? []
    expect((await app.get(next, app.bearer)).json<OrderSummary[]>()).toMatchObject([{ id: first.id, email: null, state: 'unpaid' }])
  })

  test('finds an order by item, email address, id, receipt number and gateway reference', async () => {
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

  test('includes an exact number match among partial matches and returns no order on two pages', async () => {
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

  test('refuses an unknown state', async () => {
    const response = await list('?state=lost')
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.[0]?.field).toBe('state')
  })
})

describe('an order', () => {
  test('is returned with its whole history, without signatures', async () => {
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
      gateway: 'sandbox',
      method: 'web',
      gatewayReference: '77',
      refundDue: { reason: 'wrong_amount', settledAt: null },
      events: [{ from: null, to: 'paid', cause: 'gateway', detail: null }],
      messages: [{ kind: 'message', body: 'status=Paid' }],
    })
    expect(JSON.stringify(shown)).not.toContain('SECRET')
  })

  test('that does not exist returns 404', async () => {
    expect((await app.get('/api/admin/orders/01890000-0000-7000-8000-000000000000', app.bearer)).statusCode).toBe(404)
  })
})

/** Creates a priced book and an order for it with an open payment at the gateway. */
async function buy() {
  const book = await storeBook(app.services, { price: 7.99 })
  const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
  const headers = { 'client-id': clientId }
  const wish = { productId: book.id, clientId, product: 'book', currency: 'USD', returnUrl: 'http://localhost:80/bookshop' }
  const next = () => app.send('POST', '/api/get-next-action', wish, {})
  const { action } = (await next()).json<{ action: string }>()
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(action) ?? []
  const form = { gateway: 'sandbox', method: 'web', email: 'Chipo@Example.com' }
  const response = await app.send('POST', `/api/orders/${id}/payments`, form, headers)
  expect(response.statusCode, response.body).toBe(200)
  const [attempt] = (await details(id)).attempts
  if (!attempt) throw new Error('No attempt')
  const opens = async () => (await next()).json<{ action: string }>().action === 'view'
  return { book, id, attempt, payment: model.payments.get(attempt.reference), opens, clientId }
}

describe('checking a payment at the gateway on demand', () => {
  test('marks a completed payment as paid and gives access to the item', async () => {
    const { id, attempt, payment, opens } = await buy()
    if (payment) payment.state = 'paid'
    const response = await act(`${id}/attempts/${attempt.id}/check`)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json<OrderDetails>()).toMatchObject({ id, state: 'paid', receipt: { email: 'chipo@example.com' } })
    expect(await opens()).toBe(true)
  })

  test('returns 503 and changes nothing when the gateway response is unclear', async () => {
    const { id, attempt } = await buy()
    model.setDown(true)
    const response = await act(`${id}/attempts/${attempt.id}/check`)
    model.setDown(false)
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({ code: 'unavailable' })
    expect((await details(id)).state).toBe('paying')
  })

  test('returns 404 for a payment of another order', async () => {
    const [one, other] = [await buy(), await buy()]
    for (const what of ['check', 'refunded', 'settle'])
      expect((await act(`${one.id}/attempts/${other.attempt.id}/${what}`, { reason: 'x' })).statusCode).toBe(404)
  })
})

describe('a refund recorded by an administrator', () => {
  test('is recorded once, revokes access to the item and appears in the audit log', async () => {
    const { id, attempt, payment, opens, book } = await buy()
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'Too early' })).statusCode).toBe(409)
    if (payment) payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: ' ' })).statusCode).toBe(400)
    const response = await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'The file was damaged' })
    expect(response.json<OrderDetails>()).toMatchObject({ state: 'refunded' })
    expect(response.json<OrderDetails>().attempts[0]?.events.at(-1)).toMatchObject({
      from: 'paid',
      to: 'refunded',
      cause: 'admin',
      detail: 'The file was damaged',
    })
    expect(await opens()).toBe(false)
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'Again' })).statusCode).toBe(409)
    expect(await lastDeed()).toMatchObject({ verb: 'changed', subject: { id, name: book.title }, admin: { name: 'Ada Admin' } })
  })

  test('may be partial; the buyer keeps access to the item until the rest is refunded', async () => {
    const { id, attempt, payment, opens, book } = await buy()
    if (payment) payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    const refund = (amount: string) => act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'A page is missing', amount })
    for (const amount of ['0', '0.00', '-1', '8', '7.999', 'half', '1e3']) {
      const refused = await refund(amount)
      expect(refused.json<Problem>().errors?.[0]?.field, amount).toBe('amount')
    }
    const part = (await refund('3,99')).json<OrderDetails>()
    expect(part).toMatchObject({ state: 'paid', returnedMinor: 399, attempts: [{ returns: [{ amountMinor: 399, byHand: true }] }] })
    expect(part.attempts[0]?.events.at(-1)).toMatchObject({
      from: 'paid',
      to: 'paid',
      cause: 'admin',
      detail: 'Refunded: $3.99, A page is missing',
    })
    expect(await lastDeed()).toMatchObject({ subject: { id, name: book.title }, changes: [{ field: 'part refunded', to: '$3.99' }, {}] })
    // The gateway still reports the payment as paid.
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(await details(id)).toMatchObject({ state: 'paid', returnedMinor: 399 })
    expect(await opens()).toBe(true)
    expect((await refund('4.01')).json<Problem>().errors?.[0]?.message).toBe('Only $4.00 of this payment can still be refunded.')
    expect((await refund('')).json<OrderDetails>()).toMatchObject({ state: 'refunded', returnedMinor: 799 })
    expect(await opens()).toBe(false)
  })

  test('raises one alert for each state in which the gateway contradicts it', async () => {
    const { id, attempt, payment, opens } = await buy()
    if (!payment) throw new Error('No payment was begun')
    payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'The file was damaged' })
    const told = () => alerts.filter((alert) => alert.attempt === attempt.id).map(({ text }) => text)
    for (const state of ['disputed', 'charged_back', 'paid', 'disputed'] as const) {
      payment.state = state
      for (const _time of [1, 2]) await act(`${id}/attempts/${attempt.id}/check`)
    }
    const words = ['disputed', 'charged_back', 'paid'].map((state) => `The payment service reports another status: ${state}`)
    expect(told()).toEqual([...words, 'a chargeback was reversed: the shop has the money again'])
    const shown = await details(id)
    expect(shown).toMatchObject({ state: 'refunded', returnedMinor: 799 })
    const events = shown.attempts[0]?.events.filter(({ detail }) => words.includes(detail ?? ''))
    expect(events).toMatchObject(words.map(() => ({ to: 'refunded', cause: 'gateway' })))
    expect(await opens()).toBe(false)
    payment.state = 'refunded'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(told()).toHaveLength(4)
  })

  test('settles a due refund once', async () => {
    const { id, attempts } = await store({ attempts: [{ state: 'paid' }, { state: 'paid', refundDue: 'second_payment' }] })
    const response = await act(`${id}/attempts/${attempts[1]}/settle`, { reason: 'Sent back by EcoCash' })
    expect(response.json<OrderDetails>()).toMatchObject({
      refundDue: false,
      state: 'paid',
      attempts: [
        { state: 'refunded', refundDue: { settledAt: expect.stringMatching(/Z$/) } },
        { state: 'paid', refundDue: null },
      ],
    })
    expect((await act(`${id}/attempts/${attempts[1]}/settle`, { reason: 'Again' })).statusCode).toBe(409)
    expect(await lastDeed()).toMatchObject({ changes: expect.arrayContaining([{ field: 'reason', to: 'Sent back by EcoCash' }]) })
  })

  test('of a second payment leaves no access to the item once the first payment is refunded as well', async () => {
    const { id, attempt, payment, opens, clientId } = await buy()
    await app.send('POST', `/api/orders/${id}/cancel`, undefined, { 'client-id': clientId })
    const again = { gateway: 'sandbox', method: 'web', email: 'chipo@example.com' }
    await app.send('POST', `/api/orders/${id}/payments`, again, { 'client-id': clientId })
    const [second] = (await details(id)).attempts
    const secondPayment = model.payments.get(second?.reference ?? '')
    if (!payment || !second || !secondPayment) throw new Error('Two payments were begun')
    payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    secondPayment.state = 'paid'
    await act(`${id}/attempts/${second.id}/check`)

    const settled = (await act(`${id}/attempts/${second.id}/settle`, { reason: 'Sent back' })).json<OrderDetails>()
    expect(settled).toMatchObject({ state: 'paid', refundDue: false })
    expect(settled.attempts.map(({ state }) => state)).toEqual(['refunded', 'paid'])
    expect(await opens()).toBe(true)
    payment.state = 'refunded'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(await opens()).toBe(false)
  })
})

describe('a refund', () => {
  /** Creates a paid order of $7.99, with functions that return its mails by kind. */
  async function storePaid() {
    const book = await storeBook(app.services, { title: `Refunded ${randomUUID()}`, price: 5 })
    const email = `grace-${randomUUID()}@example.com`
    const { id, attempts } = await store({ productId: book.id, title: book.title, email, closed: true, attempts: [{ state: 'paid' }] })
    const attempt = `${id}/attempts/${attempts[0]}`
    const refund = async (amount?: string) =>
      (await act(`${attempt}/refunded`, { reason: 'Asked for it', ...(amount && { amount }) })).json<OrderDetails>()
    const notices = async (minutesLater: number) => {
      const text = `update order_notices set issued_at = issued_at - make_interval(mins => $2) where order_id = $1`
      await app.services.database.pool.query(text, [id, minutesLater])
      await app.services.shop.receipts.sendNotices()
      const { rows } = await app.services.database.pool.query(
        'select kind, sent_at is not null as sent from order_notices where order_id = $1 order by number',
        [id],
      )
      return rows.map(({ kind, sent }) => `${kind} ${sent ? 'sent' : 'waits'}`)
    }
    const mailed = async () => (await newestMail(app.services.config.dataDir, email, /^Subject: Refund/m)).replace(/=\r\n/g, '')
    return { id, attempt, email, title: book.title, refund, notices, mailed }
  }

  async function markRefunded() {
    const paid = await storePaid()
    expect((await paid.refund()).state).toBe('refunded')
    return paid
  }

  test('recorded by an administrator is mailed to the buyer ten minutes later, with the amount', async () => {
    const { title, notices, mailed } = await markRefunded()
    expect(await notices(9)).toEqual(['refunded waits'])
    expect(await notices(1)).toEqual(['refunded sent'])
    const mail = await mailed()
    for (const words of ['$7.99', title, 'no longer opens']) expect(mail).toContain(words)
  })

  test('recorded by mistake can be undone once: the payment is restored, the audit log records it, and no mail is sent', async () => {
    const { attempt, notices } = await markRefunded()
    const restored = await act(`${attempt}/refunded/undo`, { reason: 'The wrong order' })
    expect(restored.json<OrderDetails>()).toMatchObject({ state: 'paid', attempts: [{ state: 'paid' }] })
    expect(await lastDeed()).toMatchObject({
      noun: 'order',
      changes: [
        { field: 'payment', from: 'refunded', to: 'paid' },
        { field: 'reason', to: 'The wrong order' },
      ],
    })
    expect(await notices(60)).toEqual([])
    expect((await act(`${attempt}/refunded/undo`, { reason: 'Again' })).statusCode).toBe(409)
  })

  test('recorded by mistake and already mailed is corrected in another mail when it is undone', async () => {
    const { attempt, email, notices } = await markRefunded()
    await notices(10)
    await act(`${attempt}/refunded/undo`, { reason: 'The wrong order' })
    expect(await notices(0)).toEqual(['refunded sent', 'refund_undone sent'])
    const mail = (await newestMail(app.services.config.dataDir, email, /^Subject: No refund/m)).replace(/=\r\n/g, '')
    expect(mail).toContain('the book is yours.')
  })

  test('in two parts is mailed with the amount of each part', async () => {
    const { refund, notices, mailed } = await storePaid()
    expect((await refund('3')).state).toBe('paid')
    expect(await notices(0)).toEqual(['partly_refunded sent'])
    const part = await mailed()
    for (const words of ['Part of your payment', '$3.00', 'stays yours']) expect(part).toContain(words)
    expect((await refund()).state).toBe('refunded')
    expect(await notices(10)).toEqual(['partly_refunded sent', 'refunded sent'])
    const rest = await mailed()
    for (const words of ['$4.99', 'no longer opens']) expect(rest).toContain(words)
  })

  test('reported by the gateway can’t be undone by an administrator', async () => {
    const { id, attempts } = await store({ attempts: [{ state: 'refunded' }] })
    expect((await act(`${id}/attempts/${attempts[0]}/refunded/undo`, { reason: 'x' })).statusCode).toBe(409)
  })
})

describe('a manual grant', () => {
  const form = { email: 'Rudo@Example.com', product: 'book', reason: 'Paid in cash' }

  test('gives access to an item for an email address, and can be revoked', async () => {
    const book = await storeBook(app.services, { price: 5 })
    const response = await act('grants', { ...form, productId: book.id })
    expect(response.statusCode, response.body).toBe(201)
    const order = response.json<OrderDetails>()
    expect(order).toMatchObject({
      state: 'granted',
      email: 'rudo@example.com',
      product: { id: book.id, title: book.title },
      grant: { reason: 'Paid in cash', by: 'Ada Admin', revokedAt: null },
      amount: null,
      attempts: [],
    })
    const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
    await app.services.shop.orders.ownedItems.claim('rudo@example.com', clientId)
    const owned = async (): Promise<Purchase[]> => app.services.shop.orders.ownedItems.list(clientId)
    expect((await owned()).map(({ orderId }) => orderId)).toEqual([order.id])

    const revoked = await act(`${order.id}/grant/revoke`, { reason: 'A mistake' })
    expect(revoked.json<OrderDetails>()).toMatchObject({ state: 'superseded', grant: { revokedAt: expect.any(String) } })
    expect(await owned()).toEqual([])
    expect((await act(`${order.id}/grant/revoke`, { reason: 'Again' })).statusCode).toBe(409)
  })

  test.each([
    ['nothing', {}, ['email', 'product', 'productId', 'reason']],
    ['no address', { ...form, productId: 'x', email: 'chipo' }, ['email']],
    ['another kind of item', { ...form, productId: 'x', product: 'author' }, ['product']],
  ])('with %s returns the invalid fields', async (_what, payload, fields) => {
    const response = await act('grants', payload)
    expect(response.statusCode).toBe(400)
    expect([...new Set(response.json<Problem>().errors?.map(({ field }) => field))]).toEqual(fields)
  })

  test('with a lone surrogate in the reason is stored with a replacement character', async () => {
    const book = await storeBook(app.services, { price: 3 })
    const granted = await act('grants', { ...form, productId: book.id, reason: 'Paid \ud83d in cash' })
    expect(granted.statusCode, granted.body).toBe(201)
    expect(await lastDeed()).toMatchObject({ changes: expect.arrayContaining([{ field: 'reason', to: 'Paid \ufffd in cash' }]) })
    expect((await act(`${granted.json<OrderDetails>().id}/grant/revoke`, { reason: '\udfff' })).statusCode).toBe(200)
  })

  test('sends one mail with a link that gives access to the item in any browser', async () => {
    const book = await storeBook(app.services, { title: 'Reap in Joy', price: 5 })
    const email = `grace-${randomUUID()}@example.com`
    const granted = await act('grants', { ...form, email: email.toUpperCase(), productId: book.id })
    const { id } = granted.json<OrderDetails>()
    for (let turn = 0; turn < 2; turn++) await app.services.shop.receipts.sendNotices()
    const { dataDir } = app.services.config
    const mail = await newestMail(dataDir, email, /^Subject: /m)
    const [, key = ''] = new RegExp(`/checkout/${id}#key=([\\w.=-]+)`).exec(mail.replace(/=\r\n/g, '').replaceAll('=3D', '=')) ?? []
    const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
    const claim = (change = '') => app.send('POST', `/api/orders/${id}/claim`, { key: `${change}${key}` }, { 'client-id': clientId })
    expect((await claim('x')).statusCode).toBe(400)
    expect((await claim()).json<Order>()).toMatchObject({ state: 'granted', product: { id: book.id } })
    expect((await app.services.shop.orders.ownedItems.list(clientId)).map(({ orderId }) => orderId)).toEqual([id])
    const { rows } = await app.services.database.pool.query('select sent_at from order_notices where order_id = $1', [id])
    expect(rows).toEqual([{ sent_at: expect.any(Date) }])
  })

  test.each(['granted', 'paid'] as const)('to an address that already owns the item (%s) is refused, regardless of case', async (how) => {
    const book = await storeBook(app.services, { price: 5 })
    if (how === 'paid') await store({ productId: book.id, email: 'grace@example.com', attempts: [{ state: 'paid' }] })
    else await act('grants', { ...form, email: 'grace@example.com', productId: book.id })
    const again = await act('grants', { ...form, email: 'Grace@Example.com', productId: book.id })
    expect(again.json()).toMatchObject({ status: 409, errors: [{ field: 'email', message: 'This address already owns the item.' }] })
  })

  test('revoked before its mail was sent is not mailed, and the item can be granted again', async () => {
    const book = await storeBook(app.services, { title: 'Never Mailed', price: 5 })
    const { id } = (await act('grants', { ...form, productId: book.id })).json<OrderDetails>()
    await act(`${id}/grant/revoke`, { reason: 'A mistake' })
    await app.services.shop.receipts.sendNotices()
    const { rows } = await app.services.database.pool.query('select sent_at from order_notices where order_id = $1', [id])
    expect(rows).toEqual([{ sent_at: expect.any(Date) }])
    expect((await act('grants', { ...form, productId: book.id })).statusCode).toBe(201)
  })

  test('of a deleted item is refused', async () => {
    expect((await act('grants', { ...form, productId: '01890000-0000-7000-8000-000000000000' })).statusCode).toBe(404)
  })

  test('that does not exist can’t be revoked', async () => {
    const { id } = await store({ attempts: [{ state: 'paid' }] })
    expect((await act(`${id}/grant/revoke`, { reason: 'x' })).statusCode).toBe(409)
  })
})

test('the owner count of items includes each email address once: buyers without a refund, and grantees', async () => {
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
