import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { useSite } from '#web/lib/site.tsx'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StatusPanel } from './status-panel.tsx'
import { type RequoteState, useRequote } from './use-requote.ts'

/**
 * Panel of an unpaid order with an outdated price. Replaces the order by one at the current price: the first time automatically, then only
 * when a button is pressed, since the price could change again before the buyer has seen it.
 */
export function OutdatedPrice({
  order,
  onOrder,
  byItself,
  onAsk,
}: {
  order: Order
  onOrder: (order: Order) => void
  byItself: boolean
  onAsk: () => void
}) {
  const { requote, failure } = useRequote(order, onOrder)
  const [asking, setAsking] = useState(byItself)

  async function ask() {
    onAsk()
    setAsking(true)
    await requote(order.amount.currency, { before: order.amount })
    setAsking(false)
  }

  const askAtOnce = useEffectEvent(() => {
    if (asking) void ask()
  })
  useEffect(() => askAtOnce(), [])

  return (
    <StatusPanel title="The price has changed">
      {asking ? (
        <p role="status" className="mt-3 flex items-center gap-3">
          <Spinner className="text-lamp" />
          Checking today’s price. Nothing was charged.
        </p>
      ) : (
        <>
          <p className="mt-3">This order was not paid.</p>
          <Button className="mt-6" onClick={ask}>
            See today’s price
          </Button>
        </>
      )}
      <ActionError message={failure} />
    </StatusPanel>
  )
}

/** Notice that the price has changed, visible until a payment is attempted. */
export function PriceNotice({ order: { amount, attempt } }: { order: Order }) {
  const { currencyNames } = useSite()
  const { before } = (useLocation().state as RequoteState) ?? {}
  if (!before || attempt || (before.currency === amount.currency && before.minor === amount.minor)) return null
  const text = `The price has changed: it was ${formatAmount(before, currencyNames)}, and is ${formatAmount(amount, currencyNames)} now. Nothing was charged.`
  return (
    <div className="mb-6">
      <FormNotice notice={{ kind: 'error', text }} ref={focusOnMount} />
    </div>
  )
}
