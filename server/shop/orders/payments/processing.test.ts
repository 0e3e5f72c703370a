import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contracts/shop/order.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

/* Tests processing payments, which the buyer has completed and the bank takes days to settle. */

const DAY = 24 * 3_600_000

let app: TestShop['app']
let model: TestShop['model']
let clock: TestShop['clock']
let shop: TestShop['shop']
let wish: { productId: string }

beforeAll(async () => {
  let enterRate: TestShop['enterRate']
  ;({ app, model, clock, shop, enterRate } = await openTestShop())
  await enterRate('26.7431')
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.now = new Date()
  model.failNext('none')
  wish = { productId: (await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })).id }
})

const stateOf = async (id: string) => (await app.services.shop.orders.attempts.find(id))?.state

async function wait(milliseconds: number) {
  clock.now = new Date(clock.now.getTime() + milliseconds)
  await app.services.shop.orders.payments.reconcile()
}

/** Creates an order whose payment is being processed. */
async function beginProcessing(clientId = shop.newClient()) {
  const begun = await shop.begin(clientId, wish)
  begun.payment.state = 'processing'
  await shop.call(begun.id, 'check', clientId)
  return { clientId, ...begun }
}

test('a processing payment blocks other payments for the item, does not expire, and gives access once it is paid', async () => {
  const zwg = { ...wish, currency: 'ZWG' }
  const { clientId, id, attempt, payment } = await beginProcessing()
  expect(await shop.get(id, clientId)).toMatchObject({ state: 'paying', attempt: { state: 'processing' } })
  for (const each of [wish, zwg]) expect((await shop.ask(clientId, each)).action).toContain(`/checkout/${id}`)
  expect((await shop.pay(id, clientId)).json()).toMatchObject({ status: 409 })
  expect((await shop.call(id, 'cancel', clientId)).json<Order>()).toMatchObject({ attempt: { state: 'processing' } })
  for (let days = 0; days < 9; days++) await wait(DAY)
  expect(await shop.get(id, clientId)).toMatchObject({ state: 'paying', attempt: { state: 'processing' } })
  expect(await shop.opens(clientId, wish)).toBe(false)
  expect(await app.services.shop.orders.attempts.listOf(id)).toHaveLength(1)

  payment.state = 'paid'
  await wait(DAY)
  expect(await stateOf(attempt.id)).toBe('paid')
  expect(await shop.opens(clientId, wish)).toBe(true)
})

test('a processing payment that the bank refuses can be retried', async () => {
  const { clientId, id, payment } = await beginProcessing()
  payment.state = 'failed'
  await wait(DAY)
  expect(await shop.get(id, clientId)).toMatchObject({ state: 'unpaid', attempt: { state: 'failed' } })
  expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ state: 'paying', attempt: { state: 'open' } })
})

test('an older order can’t be paid while another payment for the item is being processed', async () => {
  const clientId = shop.newClient()
  const other = await shop.order(clientId, { ...wish, currency: 'ZWG' })
  await beginProcessing(clientId)
  expect((await shop.pay(other, clientId)).json()).toMatchObject({ status: 409, detail: 'It opens automatically. Don’t pay again.' })
  expect(await app.services.shop.orders.attempts.listOf(other)).toEqual([])
})

test('a processing payment cancels other open payments for the item, also at the gateway', async () => {
  const clientId = shop.newClient()
  const other = await shop.begin(clientId, { ...wish, currency: 'ZWG' })
  await beginProcessing(clientId)
  await wait(1000)
  expect(await stateOf(other.attempt.id)).toBe('cancelled')
  expect(other.payment.state).toBe('cancelled')
})

test('an expired payment becomes processing if the gateway reports it as processing', async () => {
  const clientId = shop.newClient()
  const { id, attempt, payment } = await shop.begin(clientId, wish)
  await wait(DAY)
  expect(await stateOf(attempt.id)).toBe('expired')
  payment.state = 'processing'
  await shop.tell(payment.reference)
  await expect.poll(() => stateOf(attempt.id)).toBe('processing')
  expect(await shop.get(id, clientId)).toMatchObject({ state: 'paying' })
})

test('the receipt of a second payment announces its refund', async () => {
  const { clientId, id, payment } = await beginProcessing()
  payment.state = 'failed'
  await wait(DAY)
  const email = `twice-${Date.now()}@reader.example`
  const second = await shop.begin(clientId, wish, { email })
  second.payment.state = 'paid'
  await wait(20_000)
  payment.state = 'paid'
  await shop.tell(payment.reference)
  await expect.poll(() => shop.due(id)).toEqual([null, 'second_payment'])
  await app.services.shop.receipts.sendDue()
  const text = await newestMail(app.services.config.dataDir, email, /will be refunded/)
  expect(text).toContain('You already had this book')
})

test('a processing payment fails and is due for a refund if a different amount is paid', async () => {
  const { clientId, id, payment } = await beginProcessing()
  Object.assign(payment, { state: 'paid', amountMinor: payment.amountMinor - 1 })
  await wait(DAY)
  expect(await shop.due(id)).toEqual(['wrong_amount'])
  expect((await shop.pay(id, clientId)).json<Order>()).toMatchObject({ attempt: { state: 'open' } })
})
