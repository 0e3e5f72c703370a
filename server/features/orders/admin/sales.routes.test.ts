import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesRow } from '#contracts/order-admin.ts'
import type { Problem } from '#contracts/problem.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

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
  await sell({ ...SEED, amountMinor: 500, attempts: [{ state: 'refunded', paidAt: at('2026-10-01T12:00:00Z') }] })
  await sell({ ...LAMP, amountMinor: 2000, currency: 'ZWG', attempts: [{ state: 'paid', paidAt: at('2026-10-31T21:00:00Z') }] })
  await sell({ ...LAMP, amountMinor: 300, attempts: [{ state: 'charged_back', paidAt: at('2026-10-31T22:00:00Z') }] })
  // Unpaid orders and manual grants are not sales.
  await sell({ ...LAMP, attempts: [{ state: 'open' }, { state: 'cancelled' }] })
  await sell({ ...LAMP, grant: 'stands' })
})
afterAll(() => app.close())

const sales = async (query = '') => (await app.get(`/api/admin/sales${query}`, app.bearer)).json<SalesRow[]>()
const line = ({ month, currency, product, sold, amountMinor, refunded, refundedMinor }: SalesRow) =>
  [month, currency, product.title, sold, amountMinor, refunded, refundedMinor].join(' ')

test('sales are summed by month in Zimbabwe, currency and item', async () => {
  const rows = await sales()
  expect(rows.map(line)).toEqual([
    `2026-11 USD ${LAMP.title} 0 0 1 300`,
    '2026-10 USD Seed, second edition 2 1200 1 500',
    `2026-10 ZWG ${LAMP.title} 1 2000 0 0`,
    '2026-09 USD Seed 1 500 0 0',
  ])
  expect(rows[1]?.product).toEqual({ kind: 'book', id: 'seed', title: 'Seed, second edition' })
})

test.each([
  ['?from=2026-10&to=2026-10', ['2026-10', '2026-10']],
  ['?from=2026-11', ['2026-11']],
  ['?to=2026-09', ['2026-09']],
  ['?from=2027-01', []],
])('the months of %s', async (query, months) => {
  expect((await sales(query)).map(({ month }) => month)).toEqual(months)
})

test.each(['?from=2026', '?from=2026-13', '?to=October', '?to=2026-10-01'])('%s is refused', async (query) => {
  const response = await app.get(`/api/admin/sales${query}`, app.bearer)
  expect(response.statusCode).toBe(400)
  expect(response.json<Problem>().errors).toHaveLength(1)
})

test('the CSV export has the same sums and no formulas for spreadsheets to run', async () => {
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
    ]),
  ).toEqual([
    ['2026-11', 'USD', `'${LAMP.title}`, '0', '0.00', '1', '3.00'],
    ['2026-10', 'USD', 'Seed, second edition', '2', '12.00', '1', '5.00'],
    ['2026-10', 'ZWG', `'${LAMP.title}`, '1', '20.00', '0', '0.00'],
  ])
})
