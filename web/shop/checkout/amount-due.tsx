import { useSearchParams } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import type { OfferRefusal } from '#contracts/shop/payment.ts'
import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { classNames } from '#web/lib/class-names.ts'
import { writeCurrency } from '#web/lib/currency.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { useSite } from '#web/lib/site.tsx'
import { ActionError } from '#web/ui/action-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useRequote } from './use-requote.ts'

/** Amount to pay, with exchange rate and currency choice. */
export function AmountDue({
  order: { amount, priceMinor, rate, offers, ...order },
  onOrder,
}: {
  order: Order
  onOrder: (order: Order) => void
}) {
  const { requote, asking, failure } = useRequote(order, onOrder)
  const { zone } = useShopTime()
  const { currencyNames } = useSite()
  const [parameters] = useSearchParams()
  const refused = offers.filter((offer) => offer.refused !== null)
  const payable = offers.length > refused.length

  function choose(currency: Currency) {
    writeCurrency(currency)
    void requote(currency)
  }

  return (
    <section aria-label="Amount">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p className="text-base text-soft">To pay</p>
          <p className="font-serif text-amount tabular-nums leading-tight md:text-title-4xl">{formatAmount(amount, currencyNames)}</p>
        </div>
        {payable && offers.length > 1 && (
          <fieldset className="mb-2">
            <legend className="sr-only">Currency</legend>
            <div className="flex rounded-control ring-[1.5px] ring-edge ring-inset">
              {offers.map(({ currency, refused }) => {
                const chosen = currency === amount.currency
                return (
                  <button
                    key={currency}
                    type="button"
                    aria-pressed={chosen}
                    aria-busy={asking === currency || undefined}
                    disabled={refused !== null || asking !== undefined}
                    onClick={() => chosen || choose(currency)}
                    className={classNames(
                      'flex min-h-11 min-w-16 items-center justify-center gap-2 rounded-control px-4 font-[650] text-base transition-colors duration-150',
                      chosen ? 'bg-ink text-paper' : 'hover:bg-paper-2',
                      refused !== null && !chosen && 'text-soft line-through decoration-1 disabled:cursor-not-allowed',
                    )}
                  >
                    {asking === currency && <Spinner />}
                    {currencyNames[currency]}
                  </button>
                )
              })}
            </div>
          </fieldset>
        )}
      </div>
      {rate && (
        <p className="mt-2 text-base text-soft tabular-nums">
          {formatAmount({ currency: 'USD', minor: priceMinor })} at {rate.zwgPerUsd} {currencyNames.ZWG} for one US dollar. Rate of{' '}
          {formatDate(rate.asOf, zone)}
          {rate.source && `, ${rate.source}`}.
        </p>
      )}
      {payable &&
        refused.map(({ currency, refused }) => (
          <p
            key={currency}
            className={classNames('mt-2 text-base', parameters.get('wish') === currency ? 'font-semibold text-ink' : 'text-soft')}
          >
            {refused && whyNot(currencyNames[currency], refused)}
          </p>
        ))}
      <ActionError message={failure} className="mt-2" />
    </section>
  )
}

function whyNot(currency: string, refused: OfferRefusal): string {
  const start = `You can’t pay in ${currency} right now: `
  if (refused === 'no_rate') return `${start}there is no exchange rate yet.`
  if (refused === 'stale_rate') return `${start}the exchange rate is out of date, so we don’t use it.`
  if (refused === 'too_small') return `${start}the amount is below the minimum of every payment service.`
  return `${start}no payment service accepts it.`
}
