import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTestKey } from '#server/shop/gateways/stripe/stripe-settings.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

let app: TestShop['app']
let shop: TestShop['shop']
let gateways: TestShop['gateways']
beforeAll(async () => {
  ;({ app, shop, gateways } = await openTestShop())
})
afterAll(() => app.close())

/** Buys a new book for $5 at a gateway that moves money, or at one in test mode. */
async function buy({ isTrial }: { isTrial: boolean }) {
  const [real] = gateways
  if (!real) throw new Error('There is no gateway')
  gateways.splice(0, 1, { ...real, isTrial })
  const book = await storeBook(app.services, { title: 'Sow in Season', price: 5 })
  const clientId = shop.newClient()
  const { id, attempt, payment } = await shop.begin(clientId, { productId: book.id }, { email: `${clientId}@reader.example` })
  const { ways } = await shop.get(id, clientId)
  payment.state = 'paid'
  await shop.act(`${id}/attempts/${attempt.id}/check`)
  gateways.splice(0, 1, real)
  const sales = (await app.services.shop.orders.sales.list({})).filter(({ product }) => product.id === book.id)
  const sold = (await app.services.database.pool.query('select units_sold as sold from books where id = $1', [book.id])).rows[0]?.sold
  return { id, clientId, book, sales, sold, ways, order: await shop.get(id, clientId), details: await shop.details(id) }
}

test('a trial payment opens its item, is marked, and is in no sum', async () => {
  const { clientId, book, sales, sold, ways, details } = await buy({ isTrial: true })
  expect([sales, sold]).toEqual([[], 0])
  expect(details).toMatchObject({ trial: true, attempts: [{ trial: true }] })
  expect(ways).toMatchObject([{ trial: true }, { trial: true }])
  expect(await shop.opens(clientId, { productId: book.id })).toBe(true)
  const now = await app.get('/api/admin/sales/current', app.bearer)
  expect(JSON.stringify(now.json())).not.toContain('500')
})

test('receipts of trial payments have a series of their own, which leaves no gap in the numbers of real receipts', async () => {
  const numbers: (number | null)[] = []
  for (const isTrial of [false, true, true, false, true, false]) numbers.push((await buy({ isTrial })).order.receiptNumber)
  const [first = 0, trial = 0] = numbers as number[]
  expect(first).toBeGreaterThan(0)
  expect(trial).toBeLessThan(0)
  expect(numbers).toEqual([first, trial, trial - 1, first + 1, trial - 2, first + 2])
  await app.services.shop.receipts.sendDue()
  expect(await app.services.shop.receipts.readUnsent()).toMatchObject({ count: 0 })
})

test('a trial order is found by the number of its receipt', async () => {
  const { id, order, details } = await buy({ isTrial: true })
  const find = async (q: string) =>
    (await app.get(`/api/admin/orders?q=${encodeURIComponent(q)}`, app.bearer)).json<{ id: string }[]>().map((one) => one.id)
  expect(details.receiptNumber).toBe(order.receiptNumber)
  expect(await find(`Trial ${-(order.receiptNumber ?? 0)}`)).toEqual([id])
})

test('a payment at a gateway that moves money counts as sold', async () => {
  const { sales, sold, details, ways } = await buy({ isTrial: false })
  expect(sales).toMatchObject([{ sold: 1, amountMinor: 500 }])
  expect(sold).toBe(1)
  expect(details).toMatchObject({ trial: false })
  expect(ways[0]).not.toHaveProperty('trial')
})

test.each([
  ['sk_test_4eC39', true],
  ['rk_test_4eC39', true],
  ['sk_live_4eC39', false],
])('the Stripe key %s is a test key: %s', (key, isTest) => {
  expect(isTestKey(key)).toBe(isTest)
})
