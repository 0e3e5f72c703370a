import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { ChartLegend, ColumnChart } from '#web/admin/kit/column-chart.tsx'
import { formatMonth } from '#web/admin/kit/dates.ts'
import { monthLabels } from './periods.ts'
import { formatScale, type MonthTotals, roundUpScale } from './sum-sales.ts'

const BAR = 0.64
/** Maximum number of labels on a phone. With more labels, every second one is hidden there. */
const MAX_ON_PHONE = 6

/**
 * Column chart of sales and refunds by month. The chart is hidden if there is only one month or all amounts are zero. The table below the
 * chart has the same numbers.
 */
export function SalesChart({ currency, months, name }: { currency: Currency; months: MonthTotals[]; name: string }) {
  const highest = Math.max(...months.flatMap(({ amountMinor, refundedMinor }) => [amountMinor, refundedMinor]))
  const top = roundUpScale(highest)
  const labels = monthLabels(months.map(({ month }) => month))
  const labeled = months.map(({ month }) => month).filter((_, at) => labels[at])
  // On phones, the label of January, which includes the year, is not hidden.
  const kept = Math.max(
    0,
    labeled.findIndex((month) => month.endsWith('-01')),
  )
  const isHidden = (month: string) => labeled.length > MAX_ON_PHONE && (labeled.indexOf(month) - kept) % 2 !== 0
  const amount = (minor: number) => formatAmount({ currency, minor })
  const hasRefunds = months.some(({ refundedMinor }) => refundedMinor > 0)
  const columns = months.map(({ month, amountMinor, refundedMinor }, at) => ({
    key: month,
    title: `${formatMonth(month)}: ${amount(amountMinor)}${refundedMinor === 0 ? '' : `, ${amount(refundedMinor)} refunded`}`,
    bars: [
      { height: amountMinor / top, width: BAR, className: 'fill-lamp' },
      // A failed refund is subtracted from the refunds of a month, whose total may then be negative.
      { height: Math.max(0, refundedMinor) / top, width: BAR / 3, className: 'fill-ink' },
    ],
    // In charts with many months, a label is wider than its column and extends beyond both sides of it.
    label: <span className={`flex justify-center whitespace-nowrap ${isHidden(month) ? 'max-sm:hidden' : ''}`}>{labels[at]}</span>,
  }))
  if (months.length < 2 || highest <= 0) return null
  return (
    <figure>
      {hasRefunds && (
        <ChartLegend
          entries={[
            { label: 'Sold', color: 'bg-lamp' },
            { label: 'Refunded', color: 'bg-ink' },
          ]}
        />
      )}
      <ColumnChart
        label={`Sales${hasRefunds ? ' and refunds' : ''} by month in ${name}`}
        scale={[top, top / 2, 0].map((minor) => formatScale({ currency, minor }))}
        columns={columns}
        heightClass="h-48 md:h-60"
        labelsClass="text-center"
      />
    </figure>
  )
}
