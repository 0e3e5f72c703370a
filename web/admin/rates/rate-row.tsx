import type { Rate } from '#contracts/shop/rate.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { formatChange, formatMargin } from './format-rate.ts'

const STATES: Partial<Record<Rate['state'], { label: string; tone: BadgeTone }>> = {
  current: { label: 'In use', tone: 'success' },
  stale: { label: 'Too old', tone: 'danger' },
  waiting: { label: 'Unconfirmed', tone: 'pending' },
}

export function RateRow({ rate }: { rate: Rate }) {
  const { zone } = useShopTime()
  const { zwgPerUsd, source, marginBasisPoints, enteredAt, enteredBy, changePercent, state } = rate
  const badge = STATES[state]
  return (
    <li className="grid @max-tiny:grid-cols-1 grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 border-rule border-b py-3 text-base leading-snug">
      <p className="font-semibold tabular-nums">
        {zwgPerUsd}
        {marginBasisPoints > 0 && <span className="font-normal text-soft"> + {formatMargin(marginBasisPoints)}</span>}
        {badge && (
          <Badge tone={badge.tone} className="ml-2.5">
            {badge.label}
          </Badge>
        )}
      </p>
      <p className="@max-tiny:text-left text-right tabular-nums">{formatDate(rate.asOf, zone)}</p>
      <p className="wrap-anywhere text-sm text-soft">
        {source}
        {changePercent !== null && ` · ${formatChange(changePercent)}${changePercent === 0 ? ' as' : ' than'} before`}
      </p>
      <p className="col-span-full text-sm text-soft tabular-nums sm:col-span-1 sm:text-right">
        Entered <ExactTime iso={enteredAt} toMinute />
        {enteredBy && ` by ${enteredBy}`}
      </p>
    </li>
  )
}
