import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { OrderDetails, SalesRow } from '#contracts/shop/order-admin.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const DAY_MS = 24 * 3_600_000
const { dayOf } = shopTime()
const TODAY = dayOf(new Date())

let app: TestApp
let book: Book
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [createModelGateway().gateway] })
  book = await storeBook(app.services, { price: 7.99 })
})
afterAll(() => app.close())

const post = (path: string, payload: object) => app.send('POST', `/api/admin/orders/${path}`, payload)
function recordPayment(email: string, changes: object = {}) {
  const sale = { email, product: 'book', productId: book.id, amount: '5', currency: 'USD', method: 'cash', paidOn: TODAY, note: '' }
  return post('payments', { ...sale, ...changes })
}

async function salesOf(productId: string): Promise<SalesRow[]> {
  return (await app.get('/api/admin/sales', app.bearer)).json<SalesRow[]>().filter(({ product }) => product.id === productId)
}

test('a payment in person is stored as a paid order with a numbered receipt, counts in the sales and gives access to the item', async () => {
  const own = await storeBook(app.services, { price: 7.99 })
  const response = await recordPayment('Rudo@Reader.example', {
    productId: own.id,
    amount: '1,203.40',
    currency: 'ZWG',
    note: 'At the launch',
  })
  expect(response.statusCode, response.body).toBe(201)
  const order = response.json<OrderDetails>()
  expect(order).toMatchObject({ state: 'paid', email: 'rudo@reader.example', amount: { currency: 'ZWG', minor: 120_340 }, priceMinor: 799 })
  expect(order.receipt?.number).toBeGreaterThan(0)
  expect(order.attempts).toMatchObject([
    { gateway: 'manual', method: 'cash', state: 'paid', nextCheckAt: null, events: [{ cause: 'admin', detail: 'At the launch' }] },
  ])
  expect(await salesOf(own.id)).toMatchObject([{ currency: 'ZWG', sold: 1, amountMinor: 120_340, netMinor: 120_340 }])
  expect((await app.get('/api/admin/sales.csv', app.bearer)).body).toContain(`${own.id},${own.title},1,1203.40,0,0.00,1203.40`)

  const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
  await app.services.shop.orders.ownedItems.claim('rudo@reader.example', clientId)
  const wish = { productId: own.id, clientId, product: 'book', currency: 'USD', returnUrl: 'http://localhost:80/bookshop' }
  expect((await app.send('POST', '/api/get-next-action', wish, {})).json()).toMatchObject({ action: 'view' })

  const [entry] = (await app.get('/api/audit?noun=order&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry).toMatchObject({ verb: 'added', subject: { id: order.id }, admin: { name: 'Ada Admin' } })
})

test('a payment in person can be refunded in part or in whole and restored, and is never checked at a gateway', async () => {
  const own = await storeBook(app.services, { price: 7.99 })
  const { id, attempts } = (await recordPayment('tariro@reader.example', { productId: own.id })).json<OrderDetails>()
  const act = async (action: string, payload: object) =>
    (await post(`${id}/attempts/${attempts[0]?.id}/${action}`, payload)).json<OrderDetails>()
  expect(await act('refunded', { reason: 'A page is missing', amount: '2' })).toMatchObject({ state: 'paid', returnedMinor: 200 })
  expect(await act('refunded', { reason: 'Asked for it' })).toMatchObject({ state: 'refunded', returnedMinor: 500 })
  expect(await salesOf(own.id)).toMatchObject([{ amountMinor: 500, refundedMinor: 500, netMinor: 0 }])
  expect(await act('refunded/undo', { reason: 'A mistake' })).toMatchObject({ state: 'paid', returnedMinor: 200 })
  expect((await post(`${id}/attempts/${attempts[0]?.id}/check`, {})).statusCode).toBe(409)
  await app.services.shop.orders.payments.reconcile()
  expect((await app.get(`/api/admin/orders/${id}`, app.bearer)).json<OrderDetails>().attempts[0]).toMatchObject({ unreadableSince: null })
})

test('a payment in person from an earlier day is dated that day, and counts in the current month if the month of that day is closed', async () => {
  const own = await storeBook(app.services, { price: 7.99 })
  const paidOn = dayOf(new Date(Date.now() - 70 * DAY_MS))
  const order = (await recordPayment('farai@reader.example', { productId: own.id, paidOn })).json<OrderDetails>()
  expect(dayOf(new Date(order.receipt?.issuedAt ?? ''))).toBe(paidOn)
  expect(await salesOf(own.id)).toMatchObject([{ month: TODAY.slice(0, 7), amountMinor: 500 }])
})

test('a payment in person is refused if the email address already owns the item', async () => {
  expect((await recordPayment('grace@reader.example')).statusCode).toBe(201)
  const refused = await recordPayment('GRACE@reader.example', { method: 'transfer' })
  expect(refused.statusCode).toBe(409)
  expect(refused.json<Problem>().errors).toEqual([{ field: 'email', message: 'This address already owns the item.' }])
})

test.each([
  ['amount', '0', 'Enter an amount above zero.'],
  ['amount', '-5', 'Enter an amount above zero.'],
  ['amount', '4.999', 'Enter an amount such as 4.50.'],
  ['amount', '1000000000', 'Enter an amount of at most 100,000,000.'],
  ['amount', 'five', 'Enter an amount such as 4.50.'],
  ['paidOn', '', 'Enter the date of the payment.'],
  ['paidOn', '2026-02-31', 'This date does not exist.'],
  ['paidOn', dayOf(new Date(Date.now() + 2 * DAY_MS)), 'Enter a date that is not in the future.'],
  ['paidOn', '0026-01-05', 'Enter the year with four digits.'],
  ['method', 'cheque', expect.any(String)],
])('a payment in person with %s “%s” is refused', async (field, value, message) => {
  const refused = await recordPayment('chipo@reader.example', { [field]: value })
  expect(refused.statusCode).toBe(400)
  expect(refused.json<Problem>().errors).toEqual([{ field, message }])
})

test.each([
  ['450', 'USD', 'The item costs $4.50. Confirm that $450.00 was paid.'],
  ['45000', 'USD', 'The item costs $4.50. Confirm that $45,000.00 was paid.'],
  ['0.45', 'USD', 'The item costs $4.50. Confirm that $0.45 was paid.'],
  ['4.50', 'ZWG', 'The item costs ZWG 120.34. Confirm that ZWG 4.50 was paid.'],
])('the amount %s %s for an item of $4.50 is recorded only after a confirmation', async (amount, currency, message) => {
  await app.services.shop.rates.enter({ zwgPerUsd: '26.7431', source: 'Interbank', asOf: new Date().toISOString(), marginBasisPoints: 0 })
  const item = await storeBook(app.services, { price: 4.5 })
  const refused = await recordPayment('kuda@reader.example', { productId: item.id, amount, currency })
  expect(refused.json<Problem>().errors).toEqual([{ field: 'confirmed', message }])
  expect(await salesOf(item.id)).toEqual([])
  expect((await recordPayment('kuda@reader.example', { productId: item.id, amount, currency, confirmed: true })).statusCode).toBe(201)
})

test.each(['4.5', '9', '44.99', '0.46'])('the amount %s for an item of $4.50 needs no confirmation', async (amount) => {
  const item = await storeBook(app.services, { price: 4.5 })
  expect((await recordPayment('kuda@reader.example', { productId: item.id, amount })).statusCode).toBe(201)
})

test('a payment in person for a free item needs a confirmation', async () => {
  const item = await storeBook(app.services, { price: 0 })
  const refused = await recordPayment('kuda@reader.example', { productId: item.id, amount: '5' })
  expect(refused.json<Problem>().errors?.[0]?.message).toBe('The item is free. Confirm that $5.00 was paid.')
})
