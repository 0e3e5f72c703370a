import { expect, test } from 'vitest'
import type { SalesRow } from '#contracts/shop/order-admin.ts'
import { monthLabels, monthsBetween, monthsOf } from './periods.ts'
import { formatScale, roundUpScale, sumSales } from './sum-sales.ts'

const SEED = { kind: 'book' as const, id: 'seed', title: 'Seed' }
const LAMP = { kind: 'podcast' as const, id: 'lamp', title: 'Lamp' }
const row = (month: string, changes: Partial<SalesRow> = {}): SalesRow => ({
  month,
  currency: 'USD',
  product: SEED,
  sold: 1,
  amountMinor: 500,
  refunded: 0,
  refundedMinor: 0,
  netMinor: 500,
  ...changes,
})

test('sales are summed by currency, month and item, including empty months', () => {
  const [dollars, zwg, ...more] = sumSales(
    [
      row('2026-11', { product: { ...SEED, title: 'Seed, second edition' }, sold: 2, amountMinor: 1000 }),
      row('2026-11', { currency: 'ZWG', product: LAMP, sold: 0, amountMinor: 0, refunded: 1, refundedMinor: 7000, netMinor: -7000 }),
      row('2026-09'),
      row('2026-09', { product: LAMP, sold: 9, amountMinor: 2700 }),
    ],
    { from: '2026-08', to: '2026-11' },
  )
  expect(more).toEqual([])
  expect(dollars).toMatchObject({ currency: 'USD', total: { sold: 12, amountMinor: 4200, refunded: 0 } })
  expect(dollars?.months.map(({ month, amountMinor }) => [month, amountMinor])).toEqual([
    ['2026-08', 0],
    ['2026-09', 3200],
    ['2026-10', 0],
    ['2026-11', 1000],
  ])
  expect(dollars?.items.map(({ product, sold, amountMinor }) => [product.title, sold, amountMinor])).toEqual([
    ['Lamp', 9, 2700],
    ['Seed, second edition', 3, 1500],
  ])
  expect(zwg).toMatchObject({ currency: 'ZWG', total: { sold: 0, refunded: 1, refundedMinor: 7000, netMinor: -7000 } })
})

test('without a start and an end, a period contains the months from the first sale to the last, and is empty if there are no sales', () => {
  expect(sumSales([row('2026-02'), row('2025-12')], {})[0]?.months.map(({ month }) => month)).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(sumSales([], {})).toEqual([])
  expect(sumSales([], { from: '2026-01', to: '2026-02' })).toEqual([])
})

test('sales periods consist of whole months', () => {
  expect(monthsOf('year', '2026-01-31')).toEqual({ from: '2025-02', to: '2026-01' })
  expect(monthsOf('this', '2026-01-31')).toEqual({ from: '2026-01', to: '2026-01' })
  expect(monthsOf('last', '2026-01-31')).toEqual({ from: '2025-01', to: '2025-12' })
  expect(monthsOf('all', '2026-01-31')).toEqual({})
  expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})

test('charts with many months have fewer labels than months', () => {
  expect(monthLabels(['2025-09', '2025-12', '2026-01'])).toEqual(['Sep', 'Dec', 'Jan 26'])
  expect(monthLabels(monthsBetween('2025-12', '2026-12')).filter(Boolean)).toEqual(['Dec', 'Feb', 'Apr', 'Jun', 'Aug', 'Oct', 'Dec'])
  expect(monthLabels(monthsBetween('2023-08', '2026-11')).filter(Boolean)).toEqual(['2024', '2025', '2026'])
})

test.each([
  [0, 100],
  [1, 100],
  [100, 100],
  [101, 200],
  [23_400, 30_000],
  [51_000, 60_000],
  [1_000_000, 1_000_000],
])('a chart scale for %i cents ends at %i', (highest, top) => {
  expect(roundUpScale(highest)).toBe(top)
})

test.each([
  [0, '$0'],
  [150, '$1.50'],
  [20_000, '$200'],
  [1_500_000, '$15K'],
  [150_000_000, '$1.5M'],
  [100_000_000_000, '$1B'],
])('a chart scale displays %i cents as %s', (minor, text) => {
  expect(formatScale({ currency: 'USD', minor })).toBe(text)
})
