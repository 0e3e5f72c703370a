import type { Order } from '#contracts/order.ts'

/** What the checkout page shows the buyer. */
export type CheckoutStatus =
  /** Paid or granted: the item opens */
  | 'owned'
  /** The buyer confirms on the phone */
  | 'awaiting_phone'
  /** The buyer pays on the gateway's own page */
  | 'awaiting_gateway'
  /** The gateway was asked to begin a payment, and it is not known whether it did */
  | 'unknown'
  | 'disputed'
  /** The money went back */
  | 'refunded'
  /** Unpaid, and its price or its exchange rate has changed: it is replaced by another order */
  | 'outdated'
  /** Unpaid, and the item was taken off the site */
  | 'unavailable'
  /** Nothing to pay online with */
  | 'offline'
  | 'payable'

export function checkoutStatus({ state, attempt, ways, quote }: Pick<Order, 'state' | 'attempt' | 'ways' | 'quote'>): CheckoutStatus {
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
      if (attempt?.state !== 'open') return 'unknown'
      return attempt.address ? 'awaiting_gateway' : 'awaiting_phone'
    case 'superseded':
      return quote === 'gone' ? 'unavailable' : 'outdated'
    case 'unpaid':
      if (quote !== 'stands') return quote === 'gone' ? 'unavailable' : 'outdated'
      return ways.length > 0 ? 'payable' : 'offline'
  }
}

/** Whether the payment's state may change at the gateway at any moment. */
export function isPaymentPending(status: CheckoutStatus): boolean {
  return status === 'awaiting_phone' || status === 'awaiting_gateway' || status === 'unknown'
}
