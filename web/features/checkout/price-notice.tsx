import { useLocation } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { formatAmount } from '#contracts/price.ts'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import type { RequoteState } from './use-requote.ts'

/** Says that the price has changed, until a payment is attempted. */
export function PriceNotice({ order: { amount, attempt } }: { order: Order }) {
  const { before } = (useLocation().state as RequoteState) ?? {}
  if (!before || attempt || (before.currency === amount.currency && before.minor === amount.minor)) return null
  const text = `The price has changed: it was ${formatAmount(before)}, and is ${formatAmount(amount)} now. Nothing was charged.`
  return (
    <div className="mb-6">
      <FormNotice notice={{ kind: 'error', text }} ref={focusOnMount} />
    </div>
  )
}
