import { parse } from 'csv-parse/sync'
import { lte } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { OrderDetails, SalesRow } from '#contracts/shop/order-admin.ts'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'
import { createMoneyStore } from '#server/shop/orders/ledger/money-movements.ts'
import { moneyMovements } from '#server/shop/orders/orders.schema.ts'
import { defaultContent } from '#site/default-content.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { publishSections } from '#tests/support/site-sections.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSalesStore } from './sales.store.ts'

const SEED = { product: 'book' as const, productId: 'seed', title: 'Seed' }
const LAMP = { product: 'podcast' as const, productId: 'lamp', title: '=HYPERLINK("x"), "Lamp"' }
const at = (moment: string) => new Date(moment)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { orm } = app.services.database
  const sell = (order: Parameters<typeof storeOrder>[1]) => storeOrder(orm, order)
  await sell({ ...SEED, amountMinor: 500, attempts: [{ state: 'paid', paidAt: at('2026-09-30T21:59:59.999Z') }] })
  await sell({ ...SEED, amountMinor: 500, attempts: [{ state: 'paid', paidAt: at('2026-09-30T22:00:00Z') }] })
  await sell({
    ...SEED,
    title: 'Seed, second edition',
    amountMinor: 700,
    attempts: [{ state: 'disputed', paidAt: at('2026-10-02T00:00:00Z') }],
  })
  const refunded = { state: 'refunded' as const, paidAt: at('2026-10-01T12:00:00Z'), returnedAt: at('2026-11-02T12:00:00Z') }
  await sell({ ...SEED, amountMinor: 500, attempts: [{ ...refunded, refunds: [{ minor: 200, at: at('2026-10-31T21:59:59Z') }] }] })
  await sell({ ...LAMP, amountMinor: 2000, currency: 'ZWG', attempts: [{ state: 'paid', paidAt: at('2026-10-31T21:00:00Z') }] })
  await sell({ ...LAMP, amountMinor: 300, attempts: [{ state: 'charged_back', paidAt: at('2026-10-31T22:00:00Z') }] })
  // Unpaid orders and manual grants are not sales.
  await sell({ ...LAMP, attempts: [{ state: 'open' }, { state: 'cancelled' }] })
  await sell({ ...LAMP, grant: 'stands' })
})
afterAll(() => app.close())

const sales = async (query = '') => (await app.get(`/api/admin/sales${query}`, app.bearer)).json<SalesRow[]>()
const line = ({ month, currency, product, sold, amountMinor, refunded, refundedMinor, netMinor }: SalesRow) =>
  [month, currency, product.title, sold, amountMinor, refunded, refundedMinor, netMinor].join(' ')

test('sales and refunds are summed by currency, item and month in the shop’s time zone', async () => {
  const rows = await sales()
  expect(rows.map(line)).toEqual([
    `2026-11 USD ${LAMP.title} 1 300 1 300 0`,
    '2026-11 USD Seed 0 0 1 300 -300',
    '2026-10 USD Seed, second edition 3 1700 1 200 1500',
    `2026-10 ZWG ${LAMP.title} 1 2000 0 0 2000`,
    '2026-09 USD Seed 1 500 0 0 500',
  ])
  expect(rows[2]?.product).toEqual({ kind: 'book', id: 'seed', title: 'Seed, second edition' })
})

test.each([
  // 1 November 2026 is a Sunday. In Harare, the day begins at 22:00 UTC of the previous day.
  ['2026-10-31T22:30:00Z', ['today USD 1 300 300', 'week USD 1 300 500', 'week ZWG 1 2000 0', 'month USD 1 300 300']],
  ['2026-11-02T12:30:00Z', ['today USD 0 0 300', 'week USD 0 0 300', 'month USD 1 300 600']],
  ['2027-01-01T00:00:00Z', []],
])('at %s, the sales of the current day, week and month are those since its start in the shop’s time zone', async (now, expected) => {
  const { orm } = app.services.database
  // Only payments and refunds that are booked by the time `now` count.
  const sold = lte(moneyMovements.bookedAt, at(now))
  const current = await createSalesStore(orm, { sold, shopTime, now: () => at(now) }).current()
  expect(
    current.map(({ period, currency, sold, amountMinor, refundedMinor }) => [period, currency, sold, amountMinor, refundedMinor].join(' ')),
  ).toEqual(expected)
})

test('the sales totals of the current month equal the sum of its sales rows', async () => {
  const { orm } = app.services.database
  const store = createSalesStore(orm, { sold: undefined, shopTime, now: () => at('2026-11-30T21:00:00Z') })
  const rows = (await store.list({ from: '2026-11' })).filter(({ currency }) => currency === 'USD')
  const total = (name: 'sold' | 'amountMinor' | 'refunded' | 'refundedMinor' | 'netMinor') => rows.reduce((sum, row) => sum + row[name], 0)
  expect((await store.current()).find(({ period, currency }) => period === 'month' && currency === 'USD')).toEqual({
    period: 'month',
    currency: 'USD',
    sold: total('sold'),
    amountMinor: total('amountMinor'),
    refunded: total('refunded'),
    refundedMinor: total('refundedMinor'),
    netMinor: total('netMinor'),
  })
})

test.each([
  ['?from=2026-10&to=2026-10', ['2026-10', '2026-10']],
  ['?from=2026-11', ['2026-11', '2026-11']],
  ['?to=2026-09', ['2026-09']],
  ['?from=2027-01', []],
])('the query %s returns only sales of its months', async (query, months) => {
  expect((await sales(query)).map(({ month }) => month)).toEqual(months)
})

test.each(['?from=2026', '?from=2026-13', '?to=October', '?to=2026-10-01'])('the sales query %s is refused', async (query) => {
  const response = await app.get(`/api/admin/sales${query}`, app.bearer)
  expect(response.statusCode).toBe(400)
  expect(response.json<Problem>().errors).toHaveLength(1)
})

test('the CSV export contains the same totals as the sales report and escapes spreadsheet formulas', async () => {
  const response = await app.get('/api/admin/sales.csv?from=2026-10', app.bearer)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe('attachment; filename="sales.csv"')
  const rows = parse(response.body, { bom: true, columns: true }) as Record<string, string>[]
  expect(
    rows.map(({ month, currency, title, sold, amount, refunded, ...rest }) => [
      month,
      currency,
      title,
      sold,
      amount,
      refunded,
      rest['refunded amount'],
      rest['net amount'],
    ]),
  ).toEqual([
    ['2026-11', 'USD', `'${LAMP.title}`, '1', '3.00', '1', '3.00', '0.00'],
    ['2026-11', 'USD', 'Seed', '0', '0.00', '1', '3.00', '-3.00'],
    ['2026-10', 'USD', 'Seed, second edition', '3', '17.00', '1', '2.00', '15.00'],
    ['2026-10', 'ZWG', `'${LAMP.title}`, '1', '20.00', '0', '0.00', '20.00'],
  ])
})

test('the sales of a closed month do not change when payments and refunds are reported later', async () => {
  const { orm } = app.services
  const money = createMoneyStore(orm, shopTime)
  const { id, attempts } = await storeOrder(orm, { ...SEED, attempts: [{ state: 'paid', paidAt: at('2026-08-20T12:00:00Z') }] })
  const [attemptId = ''] = attempts
  const add = (kind: 'payment' | 'refund', amountMinor: number, happened: string, known: string) =>
    orm.transaction((transaction) => money.add(transaction, { attemptId, kind, source: 're_1', amountMinor, at: at(happened) }, at(known)))
  await add('refund', 100, '2026-08-31T21:00:00Z', '2026-09-07T21:59:59Z')
  const august = await sales('?from=2026-08&to=2026-08')
  expect(august.map(line)).toEqual([`2026-08 USD Seed 1 799 1 100 699`])
  await add('refund', 200, '2026-08-31T21:00:00Z', '2026-09-07T22:00:00Z')
  await add('refund', -100, '2026-09-10T12:00:00Z', '2026-09-10T12:00:00Z')
  await add('payment', 500, '2026-08-31T21:00:00Z', '2026-10-20T12:00:00Z')
  expect(await sales('?from=2026-08&to=2026-08')).toEqual(august)
  // The order still has the actual dates of payment and refund.
  const order = (await app.get(`/api/admin/orders/${id}`, app.bearer)).json<OrderDetails>()
  expect(order.attempts[0]?.returns.map((one) => [one.amountMinor, one.at.slice(0, 10)])).toEqual([
    [100, '2026-08-31'],
    [200, '2026-08-31'],
    [-100, '2026-09-10'],
  ])
})

test('a change of the time zone changes no sales of earlier days', async () => {
  const { orm } = app.services
  const booked = '2026-05-31T22:30:00Z'
  const { attempts } = await storeOrder(orm, { ...SEED, attempts: [{ state: 'paid', paidAt: at('2026-05-10T12:00:00Z') }] })
  const [attemptId = ''] = attempts
  const book = (zone: string, source: string) =>
    orm.transaction((transaction) =>
      createMoneyStore(orm, () => shopTimeIn(zone)).add(
        transaction,
        { attemptId, kind: 'refund', source, amountMinor: 100, at: at(booked) },
        at(booked),
      ),
    )
  await book('Africa/Harare', 're_harare')
  await book('Europe/Berlin', 're_berlin')
  await book('Europe/London', 're_london')
  const months = async () => (await sales('?from=2026-05&to=2026-06')).map(line)
  const before = await months()
  expect(before).toEqual(['2026-06 USD Seed 0 0 2 200 -200', '2026-05 USD Seed 1 799 1 100 699'])
  await publishSections(app, { selling: { ...defaultContent.selling, timeZone: 'America/New_York' } })
  expect(await months()).toEqual(before)
  expect(app.services.shopTime().zone).toBe('America/New_York')
})
