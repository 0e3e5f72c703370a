import type { Order } from '#contracts/shop/order.ts'

/** Returns the status that the checkout page displays to the buyer. */
export function checkoutStatus({ state, attempt, ways, quote }: Pick<Order, 'state' | 'attempt' | 'ways' | 'quote'>) {
  switch (state) {
    case 'paid':
    case 'granted':
      return 'owned'
    case 'disputed':
      return 'disputed'
    case 'refunded':
    case 'charged_back':
      return 'refunded'
    case 'paying':
      // The buyer has paid; the bank takes days to process the payment.
      if (attempt?.state === 'processing') return 'processing'
      // A payment was requested from the gateway, but it is unknown whether the payment was started.
      if (attempt?.state !== 'open') return 'unknown'
      // The buyer has to pay on the gateway's page, or to confirm the payment on the phone.
      return attempt.address ? 'awaiting_gateway' : 'awaiting_phone'
    case 'superseded':
    case 'unpaid':
      // The item was removed from the site.
      if (quote === 'gone') return 'unavailable'
      // The price or the exchange rate has changed, so the order is replaced by a new one.
      if (state === 'superseded' || quote !== 'stands') return 'outdated'
      return ways.length > 0 ? 'payable' : 'offline'
  }
}

export type CheckoutStatus = ReturnType<typeof checkoutStatus>

/** Returns whether the payment's state may still change at the gateway. */
export function isPaymentPending(status: CheckoutStatus): boolean {
  return status === 'processing' || status === 'awaiting_phone' || status === 'awaiting_gateway' || status === 'unknown'
}
