import type { SalesRow } from '#contracts/shop/order-admin.ts'
import { CURRENCIES, type Currency, formatAmount } from '#contracts/shop/price.ts'
import { type Months, monthsBetween } from './periods.ts'

export type Totals = Pick<SalesRow, 'sold' | 'amountMinor' | 'refunded' | 'refundedMinor' | 'netMinor'>
export type MonthTotals = Totals & { month: string }
type ItemTotals = Totals & { product: SalesRow['product'] }
export type CurrencySales = { currency: Currency; total: Totals; months: MonthTotals[]; items: ItemTotals[] }

const NONE: Totals = { sold: 0, amountMinor: 0, refunded: 0, refundedMinor: 0, netMinor: 0 }

/** Sums sales by currency: the total, the sums of every month including months without sales, and the sums by item in descending order. */
export function sumSales(rows: SalesRow[], { from, to }: Months): CurrencySales[] {
  const known = rows.map(({ month }) => month).sort()
  const [first, last] = [from ?? known[0], to ?? known.at(-1)]
  const months = first && last ? monthsBetween(first, last) : []
  return CURRENCIES.filter((currency) => rows.some((row) => row.currency === currency)).map((currency) => salesIn(currency, rows, months))
}

function salesIn(currency: Currency, all: SalesRow[], months: string[]): CurrencySales {
  const rows = all.filter((row) => row.currency === currency)
  const items = new Map<string, SalesRow[]>()
  for (const row of rows) {
    const key = `${row.product.kind} ${row.product.id}`
    items.set(key, [...(items.get(key) ?? []), row])
  }
  return {
    currency,
    total: sum(rows),
    months: months.map((month) => ({ month, ...sum(rows.filter((row) => row.month === month)) })),
    items: [...items.values()]
      // The rows are sorted from the latest month to the earliest, so that the first row of an item contains its latest title.
      .flatMap((group) => (group[0] ? [{ product: group[0].product, ...sum(group) }] : []))
      .sort((a, b) => b.amountMinor - a.amountMinor || b.sold - a.sold),
  }
}

function sum(rows: SalesRow[]): Totals {
  return rows.reduce(
    (total, row) => ({
      sold: total.sold + row.sold,
      amountMinor: total.amountMinor + row.amountMinor,
      refunded: total.refunded + row.refunded,
      refundedMinor: total.refundedMinor + row.refundedMinor,
      netMinor: total.netMinor + row.netMinor,
    }),
    NONE,
  )
}

/** Returns the upper end of a chart scale in cents: the highest value rounded up to a round number, at least one currency unit. */
export function roundUpScale(highest: number): number {
  const power = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(highest, 1))))
  return Math.max(1, Math.ceil(highest / power)) * power
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 })

/** Formats an amount beside a chart, where it must be short: `$1.50`, `ZWG 2,000`, `ZWG 1B`. */
export function formatScale({ currency, minor }: { currency: Currency; minor: number }): string {
  if (minor < 1_000_000) return formatAmount({ currency, minor }).replace(/\.00$/, '')
  return formatAmount({ currency, minor: 0 }).replace('0.00', COMPACT.format(minor / 100))
}
