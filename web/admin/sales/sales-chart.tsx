import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { formatMonth } from '#web/admin/kit/dates.ts'
import { monthLabels } from './periods.ts'
import { type MonthTotals, roundUpScale } from './sum-sales.ts'

const HEIGHT = 100
const STEP = 10
const BAR = 6.4

/** Column chart of the sales by month, if there are any. The table below has the same numbers. */
export function SalesChart({ currency, months, name }: { currency: Currency; months: MonthTotals[]; name: string }) {
  const highest = Math.max(...months.map(({ amountMinor }) => amountMinor))
  const top = roundUpScale(highest)
  const labels = monthLabels(months.map(({ month }) => month))
  const amount = (minor: number) => formatAmount({ currency, minor })
  if (highest === 0) return null
  return (
    <figure className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <div
        aria-hidden
        className="flex h-48 flex-col justify-between text-right text-[min(0.8125rem,4vw)] text-soft leading-none tabular-nums md:h-60"
      >
        <span>{amount(top)}</span>
        <span>{amount(top / 2)}</span>
        <span>{amount(0)}</span>
      </div>
      {/* Stretched to the available width; contains only the columns, so that no text is distorted. */}
      <svg
        role="img"
        aria-label={`Sales by month in ${name}; the table below has the same numbers.`}
        viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-48 w-full overflow-visible md:h-60"
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line
            key={y}
            x1={0}
            x2={months.length * STEP}
            y1={y}
            y2={y}
            vectorEffect="non-scaling-stroke"
            className={y === HEIGHT ? 'stroke-edge' : 'stroke-rule'}
          />
        ))}
        {months.map(({ month, amountMinor }, at) => {
          const height = (amountMinor / top) * HEIGHT
          return (
            <rect key={month} x={at * STEP + (STEP - BAR) / 2} y={HEIGHT - height} width={BAR} height={height} className="fill-lamp">
              <title>{`${formatMonth(month)}: ${amount(amountMinor)}`}</title>
            </rect>
          )
        })}
      </svg>
      <div
        aria-hidden
        style={{ gridTemplateColumns: `repeat(${months.length}, minmax(0, 1fr))` }}
        className="col-start-2 mt-1.5 grid text-center text-[min(0.8125rem,4vw)] text-soft leading-tight"
      >
        {months.map(({ month }, at) => (
          <span key={month} className="flex justify-center">
            {/* With many months the label is wider than its column and extends on both sides. */}
            <span className="wrap-normal">{labels[at]}</span>
          </span>
        ))}
      </div>
    </figure>
  )
}
