import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { createUnusedOrders, removeUnused } from './remove-unpaid-orders.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let app: TestShop['app']
let model: TestShop['model']
let clock: TestShop['clock']
let shop: TestShop['shop']
let book: Book
beforeAll(async () => {
  ;({ app, model, clock, shop } = await openTestShop())
  book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.now = new Date()
  model.failNext('none')
})

const query = (text: string, values: unknown[] = []) => app.services.database.pool.query(text, values)
const purge = (later: number) => {
  clock.now = new Date(Date.now() + later)
  return app.services.shop.orders.unused.purge()
}

/** Creates an order for the book in a new browser. `isThere` returns whether the order still exists. */
async function choose() {
  const clientId = shop.newClient()
  const id = await shop.order(clientId, { productId: book.id })
  return { clientId, id, isThere: async () => (await app.get(`/api/orders/${id}`, { 'client-id': clientId })).statusCode === 200 }
}

/** Creates an order whose payment is canceled. */
async function abandon() {
  const buyer = await choose()
  await shop.pay(buyer.id, buyer.clientId)
  const { payment } = await shop.atGateway(buyer.id)
  await shop.call(buyer.id, 'cancel', buyer.clientId)
  return { ...buyer, payment }
}

/** Advances time until canceled payments are no longer checked. */
async function passThreeDays() {
  await query(`update payment_attempts set ended_at = ended_at - interval '4 days' where ended_at is not null`)
  clock.now = new Date(Date.now() + HOUR)
  await query(`update payment_attempts set next_check_at = now() where next_check_at is not null`)
  await app.services.shop.orders.payments.reconcile()
}

const old = (count: number, ageMinutes: number) =>
  query(
    `insert into orders (id, client_digest, product, product_id, title, currency, amount_minor, price_minor, return_url, created_at)
     select gen_random_uuid(), gen_random_uuid(), 'book', $1, 'Sow in Season', 'USD', 450, 450, 'http://localhost/', now() - make_interval(mins => $3)
     from generate_series(1, $2)`,
    [book.id, count, ageMinutes],
  )

test('an order without a payment attempt is deleted after two days', async () => {
  const looked = await choose()
  await purge(47 * HOUR)
  expect(await looked.isThere()).toBe(true)
  await purge(49 * HOUR)
  expect(await looked.isThere()).toBe(false)
})

test('an order without a successful payment is deleted together with its history after ninety days', async () => {
  const dead = await abandon()
  await passThreeDays()
  const said = () => query(`select 1 from attempt_events e join payment_attempts a on a.id = e.attempt_id where a.order_id = $1`, [dead.id])
  expect((await said()).rowCount).toBeGreaterThan(0)
  await purge(80 * DAY)
  expect(await dead.isThere()).toBe(true)
  await purge(91 * DAY)
  expect(await dead.isThere()).toBe(false)
  expect((await query('select 1 from payment_attempts where order_id = $1', [dead.id])).rowCount).toBe(0)
})

test('orders that were paid, are being paid or checked, or have a due refund are never deleted', async () => {
  const paid = await abandon()
  paid.payment.state = 'paid'
  await shop.tell(paid.payment.reference)
  await shop.untilState(paid.id, paid.clientId, 'paid')
  const underWay = await choose()
  await shop.pay(underWay.id, underWay.clientId)
  const askedAbout = await abandon()
  const owed = await abandon()
  await query(`insert into refunds_due (attempt_id, reason) select id, 'wrong_amount' from payment_attempts where order_id = $1`, [owed.id])
  await query(`update payment_attempts set next_check_at = null where order_id = $1`, [owed.id])
  await purge(400 * DAY)
  for (const order of [paid, underWay, askedAbout, owed]) expect(await order.isThere()).toBe(true)
})

test('the database refuses to delete or change payment history', async () => {
  const paid = await abandon()
  paid.payment.state = 'paid'
  await shop.tell(paid.payment.reference)
  await shop.untilState(paid.id, paid.clientId, 'paid')
  for (const table of ['attempt_events', 'gateway_messages']) {
    const statement = `delete from ${table} where attempt_id in (select id from payment_attempts where order_id = $1)`
    await expect(query(statement, [paid.id])).rejects.toThrow('is kept for good')
    await expect(query(`update ${table} set at = now()`)).rejects.toThrow('is kept for good')
  }
})

test('if there are too many unused orders, the oldest are deleted; if all are younger than ten minutes, new orders are refused', async () => {
  await purge(49 * HOUR)
  clock.now = new Date()
  const unused = createUnusedOrders({ orm: app.services.database.orm, now: () => clock.now, max: 60 })
  await old(50, 60)
  const young = await choose()
  await old(9, 30)
  expect(await unused.fill()).toEqual({ count: 60, max: 60 })
  await unused.makeRoom()
  expect((await unused.fill()).count).toBe(59)
  expect((await query(`select 1 from orders where created_at < now() - interval '50 minutes'`)).rowCount).toBe(49)
  expect(await young.isThere()).toBe(true)

  await query(`update orders set email = 'a@b.example' where created_at < now() - interval '5 minutes'`)
  await old(60, 0)
  const other = createUnusedOrders({ orm: app.services.database.orm, now: () => clock.now, max: 60 })
  const refused = await other.makeRoom().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProblemError)
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
})

test('a payment that starts while its unused order is being deleted either succeeds or does not find the order', async () => {
  const buyer = await choose()
  await query('delete from order_viewers where order_id <> $1', [buyer.id])
  const { orm } = app.services.database
  const [paying] = await Promise.all([shop.pay(buyer.id, buyer.clientId), removeUnused(orm, new Date(Date.now() + HOUR), 5000)])
  const isThere = await buyer.isThere()
  expect(paying.statusCode).toBe(isThere ? 200 : 404)
})

test('a return URL that is too long is stored without its query string', async () => {
  const clientId = shop.newClient()
  const returnUrl = `http://localhost/bookshop?q=${'a'.repeat(7000)}`
  const id = await shop.order(clientId, { productId: book.id, returnUrl })
  expect((await shop.get(id, clientId)).returnUrl).toBe('http://localhost/bookshop')
})

test('orders still work but retain their old return URL after a thousand return URL changes an hour from one network', async () => {
  const clientId = shop.newClient()
  const go = async (page: string) => {
    const id = await shop.order(clientId, { productId: book.id, returnUrl: `http://localhost/${page}` })
    return (await shop.get(id, clientId)).returnUrl
  }
  expect(await go('bookshop')).toBe('http://localhost/bookshop')
  expect(await go('authors')).toBe('http://localhost/authors')
  await query(
    `insert into tries (id, key, at) select gen_random_uuid()::text, 'return from 127.0.0.1', now() from generate_series(1, 1000)`,
  )
  expect(await go('bookshop')).toBe('http://localhost/authors')
})
