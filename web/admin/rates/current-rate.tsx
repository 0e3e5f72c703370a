import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { RATE_DAYS, type Rate, type RateStanding } from '#contracts/shop/rate.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { formatAge, formatChargedRate, formatExpiry, formatMargin } from './format-rate.ts'

export function CurrentRate({ standing }: { standing: RateStanding }) {
  const { zone } = useShopTime()
  const { current, refused } = standing
  const Icon = refused ? CircleAlert : CircleCheck
  return (
    <section aria-label="Current rate" className="border-rule border-y py-6">
      {current ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-serif text-amount leading-none tabular-nums md:text-title-4xl">{current.zwgPerUsd}</span>
            <span className="text-soft">ZWG for one US dollar</span>
          </p>
          <p className="wrap-anywhere mt-3 text-base">
            {formatDate(current.asOf, zone)}, {formatAge(current, new Date())} · {current.source}
          </p>
          {current.marginBasisPoints > 0 && (
            <p className="mt-1 text-base text-soft tabular-nums">
              With a margin of {formatMargin(current.marginBasisPoints)}, {formatChargedRate(current)} ZWG are charged for one dollar.
            </p>
          )}
        </>
      ) : (
        <p className="font-serif text-title-xl leading-tight">No rate yet</p>
      )}
      <p className="mt-4 flex gap-2.5 text-base">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${refused ? 'text-brick' : 'text-leaf'}`} />
        <span>{consequence(refused, current)}</span>
      </p>
    </section>
  )
}

function consequence(refused: RateStanding['refused'], current: Rate | null): string {
  switch (refused) {
    case 'off':
      return 'ZWG is not offered. It is turned off under Site, in the section Selling.'
    case 'no_gateway':
      return 'ZWG is not offered, because no payment service that accepts it is set up.'
    case 'no_rate':
      return 'ZWG is not offered, because there is no rate yet. Enter today’s rate below.'
    case 'stale_rate':
      return `ZWG is not offered, because the newest rate is more than ${RATE_DAYS} days old. Enter today’s rate below.`
    case null:
      return `ZWG is offered. Buyers can pay in it at this rate until ${current ? formatExpiry(current) : 'it is too old'}.`
  }
}
