import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Wish } from '#tests/support/buyers.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

const HOUR = 3_600_000
let app: TestShop['app']
let model: TestShop['model']
let clock: TestShop['clock']
let shop: TestShop['shop']
let book: Book

beforeAll(async () => {
  ;({ app, model, clock, shop } = await openTestShop({ LOG_LEVEL: 'info' }))
  book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.now = new Date()
  model.failNext('none')
})

const order = (clientId: string, wish: Partial<Wish> = {}) => shop.order(clientId, { productId: book.id, ...wish })

describe('a notification', () => {
  test.each([
    ['with a wrong signature', () => `forged ${'0'.repeat(32)}`, 400],
    ['about an unknown payment', () => model.message('0'.repeat(32)), 200],
    ['without content', () => '', 400],
  ])('a notification %s changes nothing', async (_what, body, status) => {
    const count = async () => (await app.services.database.pool.query('select count(*)::int as n from gateway_messages')).rows[0].n
    const before = await count()
    app.logLines.length = 0
    expect((await shop.tell('', body())).statusCode).toBe(status)
    expect(await count()).toBe(before)
    if (status === 400) expect(app.logLines.filter((line) => line.includes('refused a gateway notification'))).toHaveLength(1)
  })

  test('a notification triggers a check at the gateway, and only the gateway’s response changes the state', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const { payment } = await shop.atGateway(id)
    await shop.tell(payment.reference)
    await shop.call(id, 'check', clientId)
    expect((await shop.get(id, clientId)).state).toBe('paying')
  })

  test('a notification that arrives during a check triggers another check', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const { payment } = await shop.atGateway(id)
    model.duringNext(async () => {
      payment.state = 'paid'
      await shop.tell(payment.reference)
    })
    await shop.call(id, 'check', clientId)
    await shop.untilState(id, clientId, 'paid')
  })

  test('a notification about a payment that was canceled long ago triggers a check once the gateway responds again', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    await shop.call(id, 'cancel', clientId)
    const { attempt, payment } = await shop.atGateway(id)
    for (const hours of [1, 80]) {
      clock.now = new Date(Date.now() + hours * HOUR)
      await app.services.shop.orders.payments.reconcile()
    }
    expect(await app.services.shop.orders.attempts.find(attempt.id)).toMatchObject({ state: 'cancelled', nextCheckAt: null })
    payment.state = 'paid'
    model.setDown(true)
    await shop.tell(payment.reference)
    await expect.poll(() => app.services.shop.orders.attempts.find(attempt.id)).toMatchObject({ notified: false, lease: null })
    model.setDown(false)
    clock.now = new Date(Date.now() + 82 * HOUR)
    await app.services.shop.orders.payments.reconcile()
    expect((await shop.get(id, clientId)).state).toBe('paid')
  })

  test('a notification that arrives during a failing check is handled by the next reconciliation', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const { attempt, payment } = await shop.atGateway(id)
    clock.now = new Date(Date.now() + 0.5 * HOUR)
    model.duringNext(async () => {
      payment.state = 'paid'
      await shop.tell(payment.reference)
      model.setDown(true)
    })
    await shop.call(id, 'check', clientId)
    model.setDown(false)
    // Reconciliation skips a payment while the check triggered by the notification holds its lease.
    const reconcile = async () => {
      clock.now = new Date(clock.now.getTime() + 1000)
      await app.services.shop.orders.payments.reconcile()
      return app.services.shop.orders.attempts.find(attempt.id)
    }
    await expect.poll(reconcile).toMatchObject({ state: 'paid' })
    expect((await shop.get(id, clientId)).state).toBe('paid')
  })

  test('a notification about a payment of a different amount gives no access, creates a due refund, and lets the attempt expire', async () => {
    const clientId = shop.newClient()
    const id = await order(clientId)
    await shop.pay(id, clientId)
    const { attempt, payment } = await shop.atGateway(id)
    Object.assign(payment, { state: 'paid', amountMinor: 45 })
    await shop.call(id, 'check', clientId)
    expect((await shop.get(id, clientId)).state).toBe('paying')
    const { rows } = await app.services.database.pool.query('select reason from refunds_due where attempt_id = $1', [attempt.id])
    expect(rows).toEqual([{ reason: 'wrong_amount' }])
    clock.now = new Date(Date.now() + 2 * HOUR)
    await app.services.shop.orders.payments.reconcile()
    expect(await shop.get(id, clientId)).toMatchObject({ state: 'unpaid', attempt: { state: 'expired' } })
  })
})

test('the log never contains a client id, an email address or a notification', () => {
  const log = app.logLines.join('\n')
  expect(log).toContain('/api/orders/')
  for (const secret of [/reader\.example/i, /genuine/, /client-id/]) expect(log).not.toMatch(secret)
})
