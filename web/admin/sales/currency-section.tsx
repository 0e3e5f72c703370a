import { useState } from 'react'
import { CURRENCY_ROWS, formatAmount } from '#contracts/shop/price.ts'
import { formatMonth } from '#web/admin/kit/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { SalesChart } from './sales-chart.tsx'
import { SalesTable } from './sales-table.tsx'
import type { CurrencySales } from './sum-sales.ts'

const KINDS = { book: 'Book', podcast: 'Episode' }
const FIRST_ITEMS = 20

export function CurrencySection({ sales }: { sales: CurrencySales }) {
  const { currency, total, months, items } = sales
  const [all, setAll] = useState(false)
  const name = CURRENCY_ROWS[currency].name
  const shown = all ? items : items.slice(0, FIRST_ITEMS)
  return (
    <section aria-label={name} className="mt-10 first:mt-0">
      <h2 className="text-2xl">{name}</h2>
      <p className="mt-2 mb-6 flex flex-wrap items-baseline gap-x-4">
        <span className="font-serif text-title-2xl leading-none tabular-nums">{formatAmount({ currency, minor: total.netMinor })}</span>
        <span className="text-base text-soft">
          {total.sold.toLocaleString('en')} sold
          {total.refundedMinor !== 0 &&
            ` for ${formatAmount({ currency, minor: total.amountMinor })}, less ${formatAmount({ currency, minor: total.refundedMinor })} refunded`}
        </span>
      </p>
      <SalesChart currency={currency} months={months} name={name} />
      <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-8 xl:grid-cols-2">
        <SalesTable
          currency={currency}
          caption={`By month, in ${name}`}
          first="Month"
          lines={[...months].reverse().map(({ month, ...sums }) => ({ key: month, name: formatMonth(month), ...sums }))}
          total={total}
        />
        <div>
          <SalesTable
            currency={currency}
            caption={`By item, in ${name}`}
            first="Item"
            lines={shown.map(({ product, ...sums }) => ({
              key: `${product.kind} ${product.id}`,
              name: (
                <>
                  {product.title}
                  <span className="block text-sm text-soft">{KINDS[product.kind]}</span>
                </>
              ),
              ...sums,
            }))}
          />
          {shown.length < items.length && (
            <Button variant="outline" size="small" className="mt-4" onClick={() => setAll(true)}>
              Show all {items.length.toLocaleString('en')}
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
