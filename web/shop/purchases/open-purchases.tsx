import type { OpenPurchase } from '#contracts/shop/purchase.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Payments that this browser has started and not finished, with their state and the way on. */
export function OpenPurchases({ purchases }: { purchases: OpenPurchase[] }) {
  const { zone } = useShopTime()
  return (
    <section aria-labelledby="open-payments" className="mt-12 min-w-0">
      <h2 id="open-payments" className="text-title-lg">
        {purchases.length === 1 ? 'Open payment' : 'Open payments'}
      </h2>
      <ul className="mt-5 border-rule border-t">
        {purchases.map(({ orderId, product, startedAt, state }) => (
          <li key={orderId} className="flex flex-wrap items-center justify-between gap-4 border-rule border-b py-4">
            <div className="min-w-0">
              <h3 dir="auto" className="line-clamp-3 text-title-xs [overflow-wrap:anywhere]">
                {product.title}
              </h3>
              <p className="mt-1 text-base text-soft">
                {state === 'open'
                  ? `Started on ${formatDate(startedAt, zone)}. Not paid yet.`
                  : `Paid on ${formatDate(startedAt, zone)}. Your bank is still processing it, so don’t pay again.`}
              </p>
            </div>
            <ButtonLink to={`/checkout/${orderId}`} variant="outline" size="small">
              {state === 'open' ? 'Continue' : 'See the payment'}
              <span className="sr-only"> {product.title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
