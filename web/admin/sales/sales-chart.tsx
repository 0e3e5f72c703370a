import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { ColumnChart } from '#web/admin/kit/column-chart.tsx'
import { formatMonth } from '#web/admin/kit/dates.ts'
import { monthLabels } from './periods.ts'
import { type MonthTotals, roundUpScale } from './sum-sales.ts'

const BAR = 0.64

/** Column chart of the sales by month, if there are any. The table below has the same numbers. */
export function SalesChart({ currency, months, name }: { currency: Currency; months: MonthTotals[]; name: string }) {
  const highest = Math.max(...months.map(({ amountMinor }) => amountMinor))
  const top = roundUpScale(highest)
  const labels = monthLabels(months.map(({ month }) => month))
  const amount = (minor: number) => formatAmount({ currency, minor })
  const columns = months.map(({ month, amountMinor }, at) => ({
    key: month,
    title: `${formatMonth(month)}: ${amount(amountMinor)}`,
    bars: [{ height: amountMinor / top, width: BAR, className: 'fill-lamp' }],
    // With many months the label is wider than its column and extends on both sides.
    label: <span className="flex justify-center wrap-normal">{labels[at]}</span>,
  }))
  if (highest === 0) return null
  return (
    <figure>
      <ColumnChart
        label={`Sales by month in ${name}`}
        scale={[top, top / 2, 0].map(amount)}
        columns={columns}
        heightClass="h-48 md:h-60"
        labelsClass="text-center"
      />
    </figure>
  )
}
