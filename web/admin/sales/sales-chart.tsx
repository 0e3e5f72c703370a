import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { ColumnChart } from '#web/admin/kit/column-chart.tsx'
import { formatMonth } from '#web/admin/kit/dates.ts'
import { monthLabels } from './periods.ts'
import { type MonthTotals, roundUpScale } from './sum-sales.ts'

const BAR = 0.64

/** Column chart of sales by month; hidden without sales. The table below the chart has the same numbers. */
export function SalesChart({ currency, months, name }: { currency: Currency; months: MonthTotals[]; name: string }) {
  const highest = Math.max(...months.map(({ amountMinor }) => amountMinor))
  const top = roundUpScale(highest)
  const labels = monthLabels(months.map(({ month }) => month))
  const amount = (minor: number) => formatAmount({ currency, minor })
  const columns = months.map(({ month, amountMinor }, at) => ({
    key: month,
    title: `${formatMonth(month)}: ${amount(amountMinor)}`,
    bars: [{ height: amountMinor / top, width: BAR, className: 'fill-lamp' }],
    // In charts with many months, a label is wider than its column and extends beyond both sides of it.
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
