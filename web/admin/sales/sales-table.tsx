import type { ReactNode } from 'react'
import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import type { Totals } from './sum-sales.ts'

export function SalesTable({
  currency,
  caption,
  first,
  lines,
  total,
}: {
  currency: Currency
  caption: string
  first: string
  lines: ({ key: string; name: ReactNode } & Totals)[]
  total?: Totals
}) {
  return (
    // The table scrolls instead of the page, since five columns of large text are wider than a phone. The region is focusable for scrolling by
    // keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable without a pointer
    <section className="scroll-shadow min-w-0 overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-base leading-snug">
        <caption className="mb-2 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-rule border-b text-sm text-soft">
            <th scope="col" className="py-1.5 text-left font-normal">
              {first}
            </th>
            {['Sold', 'Amount', 'Refunded', 'Net'].map((name) => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, ...sums }) => (
            <Line key={key} currency={currency} name={name} sums={sums} />
          ))}
        </tbody>
        {total && (
          <tfoot className="font-semibold">
            <Line currency={currency} name="Total" sums={total} />
          </tfoot>
        )}
      </table>
    </section>
  )
}

function Line({ currency, name, sums }: { currency: Currency; name: ReactNode; sums: Totals }) {
  const { sold, amountMinor, refunded, refundedMinor, netMinor } = sums
  return (
    <tr className="border-rule border-b align-top tabular-nums">
      <th scope="row" className="wrap-break-word py-2 text-left [font-weight:inherit]">
        {name}
      </th>
      <td className="py-2 pl-3 text-right">{sold.toLocaleString('en')}</td>
      <td className="py-2 pl-3 text-right">{formatAmount({ currency, minor: amountMinor })}</td>
      <td className="py-2 pl-3 text-right">
        {formatAmount({ currency, minor: refundedMinor })}
        {refunded > 0 && <span className="block whitespace-nowrap text-sm text-soft">{pluralize(refunded, 'refund')}</span>}
      </td>
      <td className="py-2 pl-3 text-right">{formatAmount({ currency, minor: netMinor })}</td>
    </tr>
  )
}
