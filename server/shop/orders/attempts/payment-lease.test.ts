import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'
import { withLease } from './payment-lease.ts'

let app: TestShop['app']
let shop: TestShop['shop']
let clock: TestShop['clock']
let book: Book
beforeAll(async () => {
  ;({ app, shop, clock } = await openTestShop())
  book = await storeBook(app.services, { price: 4.5 })
})
afterAll(() => app.close())

const leased = async () => {
  const { attempt } = await shop.begin(shop.newClient(), { productId: book.id })
  const { attempts } = app.services.shop.orders
  return { attempts, attempt: (await attempts.lease(attempt.id, new Date())) ?? expect.fail('it is leased') }
}
const setEnd = (id: string, end: string) =>
  app.services.database.pool.query(`update payment_attempts set leased_until = now() + $2::interval where id = $1`, [id, end])

test('a lease ends within 15 seconds if its holder crashes', async () => {
  const { attempts, attempt } = await leased()
  expect(await attempts.lease(attempt.id, new Date())).toBeUndefined()
  const { rows } = await app.services.database.pool.query<{ left: number }>(
    `select extract(epoch from leased_until - now())::float8 as left from payment_attempts where id = $1`,
    [attempt.id],
  )
  expect(rows[0]?.left).toBeLessThan(15)
})

test('a lease is renewed while its holder works', async () => {
  const { attempts, attempt } = await leased()
  await setEnd(attempt.id, '-1 second')
  await withLease(
    () => attempts.renewLease(attempt),
    () => expect.poll(async () => (await attempts.find(attempt.id))?.leasedUntil?.getTime()).toBeGreaterThan(Date.now() + 1000),
    { everyMs: 10 },
  )
  expect(await attempts.lease(attempt.id, new Date())).toBeUndefined()
})

test('a lease is not renewed once another holder has acquired it', async () => {
  const { attempts, attempt } = await leased()
  await setEnd(attempt.id, '-1 second')
  const next = await attempts.lease(attempt.id, new Date())
  await setEnd(attempt.id, '1 second')
  await attempts.renewLease(attempt)
  const found = await attempts.find(attempt.id)
  expect(found?.lease).toBe(next?.lease)
  expect(found?.leasedUntil?.getTime()).toBeLessThan(Date.now() + 2000)
})

test('a lease that ends an hour later because of a clock change can be taken over', async () => {
  const { attempts, attempt } = await leased()
  await setEnd(attempt.id, '1 hour')
  expect(await attempts.lease(attempt.id, new Date())).toBeDefined()
})

test('a failed renewal of a lease does not stop the work under the lease', async () => {
  const renew = () => Promise.reject(new Error('no connection'))
  expect(await withLease(renew, () => delay(50, 'done'), { everyMs: 5 })).toBe('done')
})

test('every open payment is checked after startup, regardless of its next scheduled check', async () => {
  const { id, attempt, payment } = await shop.begin(shop.newClient(), { productId: book.id })
  await app.services.shop.orders.attempts.update(app.services.database.orm, attempt.id, { nextCheckAt: new Date(Date.now() + 3_600_000) })
  payment.state = 'paid'
  await app.services.shop.orders.payments.checkOpenSoon()
  clock.now = new Date(clock.now.getTime() + 1)
  await app.services.shop.orders.payments.reconcile()
  expect((await app.services.shop.orders.attempts.listOf(id)).map(({ state }) => state)).toEqual(['paid'])
})
