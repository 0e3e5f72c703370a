import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { lockProduct } from '#server/shop/orders/orders.store.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let productId: string
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [createModelGateway().gateway], alert: () => undefined })
  productId = (await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })).id
})
afterAll(() => app.close())

const post = (remoteAddress: string, url: string, payload: object, headers = {}) =>
  app.app.inject({ method: 'POST', url, payload, headers, remoteAddress })

/** Creates an order for a book, by default in a new browser, with the given network address. */
async function choose(address: string, chosenId = productId, clientId = randomBytes(24).toString('base64url')) {
  const request = { clientId, productId: chosenId, product: 'book', currency: 'USD', returnUrl: 'http://localhost/bookshop' }
  const response = await post(address, '/api/get-next-action', request)
  const order = response.statusCode === 200 ? new URL(response.json().action).pathname.replace('/checkout/', '') : ''
  const form = { gateway: 'test', method: 'web', email: 'rudo@reader.example' }
  return { response, order, pay: () => post(address, `/api/orders/${order}/payments`, form, { 'client-id': clientId }) }
}

/** Stores counted requests in the past, to reach a rate limit. */
const fill = (key: string, count: number, secondsAgo = 0) =>
  app.services.database.pool.query(
    `insert into tries (id, key, at) select gen_random_uuid()::text, $1, now() - make_interval(secs => $3) from generate_series(1, $2)`,
    [key, count, secondsAgo],
  )
const waitOf = ({ headers }: Awaited<ReturnType<typeof post>>) => Number(headers['retry-after'])

test('a network may start 300 payments in ten minutes; refusals have a Retry-After header and do not count', async () => {
  const buyer = await choose('41.78.0.1')
  await fill('payment from 41.78.0.1', 299, 400)
  const last = await choose('41.78.0.1')
  expect((await last.pay()).statusCode).toBe(200)
  for (let knocks = 0; knocks < 10; knocks++) {
    const refused = await buyer.pay()
    expect(refused.json<Problem>()).toMatchObject({ status: 429, code: 'too_many_requests', detail: 'Nothing was charged.' })
    expect(waitOf(refused)).toBeGreaterThan(190)
    expect(waitOf(refused)).toBeLessThanOrEqual(200)
  }
  expect((await last.pay()).statusCode).toBe(200)
  expect((await (await choose('41.78.0.2')).pay()).statusCode).toBe(200)
  await app.services.database.pool.query(`update tries set at = at - interval '200 seconds' where key = 'payment from 41.78.0.1'`)
  expect((await buyer.pay()).statusCode).toBe(200)
})

test('an IPv6 /64 prefix counts as one network', async () => {
  await fill('payment from 2001:db8:3:3::/64', 300)
  expect((await (await choose('2001:db8:3:3:4:5:6:7')).pay()).statusCode).toBe(429)
  expect((await (await choose('2001:db8:3:4::1')).pay()).statusCode).toBe(200)
})

test('a network may create 1000 orders an hour; refused requests are not stored and do not count', async () => {
  await fill('order from 41.78.0.3', 999, 3000)
  expect((await choose('41.78.0.3')).response.statusCode).toBe(200)
  const { response } = await choose('41.78.0.3')
  expect(response.statusCode).toBe(429)
  expect(waitOf(response)).toBeLessThanOrEqual(600)
  const { rows } = await app.services.database.pool.query(`select count(*)::int as n from tries where key = 'order from 41.78.0.3'`)
  expect(rows).toEqual([{ n: 1000 }])
  expect((await choose('41.78.0.4')).response.statusCode).toBe(200)
})

test('the /64 networks of one IPv6 /48 prefix share a limit of four times the orders and payments of one network', async () => {
  await fill('order from 2001:db8:7::/48', 4000)
  expect((await choose('2001:db8:7:1::1')).response.statusCode).toBe(429)
  expect((await choose('2001:db8:7:ffff::1')).response.statusCode).toBe(429)
  expect((await choose('2001:db8:8:1::1')).response.statusCode).toBe(200)
  await fill('payment from 2001:db8:8::/48', 1200)
  expect((await (await choose('2001:db8:8:2::1')).pay()).statusCode).toBe(429)
})

test('orders and payments of a network wait neither for payments of other items nor for a transaction of another buyer', async () => {
  const waiting = await choose('41.78.6.1')
  const other = (await storeBook(app.services, { title: 'Another', price: 3 })).id
  // A slow transaction holds the lock of the first item, as a payment does until its commit.
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const slow = app.services.database.orm.transaction(async (transaction) => {
    await lockProduct(transaction, { product: 'book', productId })
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const blocked = waiting.pay()
  expect((await choose('41.78.6.1')).response.statusCode).toBe(200)
  expect((await (await choose('41.78.6.1', other)).pay()).statusCode).toBe(200)
  held.resolve()
  await slow
  expect((await blocked).statusCode).toBe(200)
})

test('of concurrent payments of a network, exactly as many are accepted as the limit allows, and refused ones are not counted', async () => {
  await fill('payment from 41.78.7.1', 296)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => choose('41.78.7.1')))
  const statuses = (await Promise.all(buyers.map(({ pay }) => pay()))).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  const count = () => app.services.database.pool.query(`select count(*)::int as count from tries where key = 'payment from 41.78.7.1'`)
  expect((await count()).rows[0].count).toBe(300)
})

test('concurrent requests of one browser are counted as one order and one payment', async () => {
  const clientId = randomBytes(24).toString('base64url')
  const chosen = await Promise.all(Array.from({ length: 6 }, () => choose('41.78.8.1', productId, clientId)))
  expect(new Set(chosen.map(({ order }) => order)).size).toBe(1)
  const paid = await Promise.all(chosen.map(({ pay }) => pay()))
  expect(paid.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  const { rows } = await app.services.database.pool.query(
    `select key, count(*)::int as count from tries where key like '% from 41.78.8.1' group by key order by key`,
  )
  expect(rows).toEqual([
    { key: 'order from 41.78.8.1', count: 1 },
    { key: 'payment from 41.78.8.1', count: 1 },
  ])
})
