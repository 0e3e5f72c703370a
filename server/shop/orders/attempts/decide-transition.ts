import type { AttemptState, RefundReason } from '#contracts/shop/payment.ts'
import type { GatewayState, PaymentStatus } from '#server/shop/gateways/gateway.ts'
import {
  hasExpired,
  isAllowedTransition,
  isMoney,
  isOpen,
  isPending,
  isReturned,
  isStanding,
} from '#server/shop/orders/attempts/attempt-states.ts'
import type { AttemptCause } from '#server/shop/orders/orders.schema.ts'

type Attempt = {
  state: AttemptState
  amountMinor: number
  currency: string
  expiresAt: Date | null
  /** Whether the buyer already owns the item by another payment or a grant, or another payment for the item is being processed */
  isCovered: boolean
  /** Whether an administrator recorded the refund, which the gateway may not know about */
  isRefundedByHand: boolean
}

export type Decision = {
  to?: AttemptState
  cause?: AttemptCause
  detail?: string
  /** Time of the payment, if the payment was received */
  paidAt?: Date
  refundDue?: RefundReason
  /** A problem that needs an operator's attention */
  alert?: string
  /** State reported by the gateway for a payment that an administrator recorded as refunded; the reported state has no other effect */
  contradicts?: GatewayState
}

const MONEY_ALERTS: Partial<Record<GatewayState, string>> = {
  disputed: 'a payment is disputed: respond at the gateway before its deadline',
  charged_back: 'a dispute was lost: the bank took the money back',
}

/** Returns the next state of a payment attempt, decided by the status from the gateway or else by the expiry time. */
export function decideTransition(attempt: Attempt, status: PaymentStatus, now: Date): Decision {
  // Canceling the open attempt prevents a second payment for the same item.
  if (attempt.isCovered && isOpen(attempt.state) && status.found && status.state === 'open')
    return { to: 'cancelled', cause: 'buyer', detail: 'The item is already paid' }
  const decision = decideByStatus(attempt, status, now)
  const isStillOpen = !decision.to || isOpen(decision.to)
  return hasExpired(attempt, now) && isStillOpen ? { ...decision, to: 'expired', cause: 'time' } : decision
}

function decideByStatus(attempt: Attempt, status: PaymentStatus, now: Date): Decision {
  if (!status.found) {
    if (attempt.state === 'initiating') return { to: 'failed', cause: 'gateway', detail: 'The payment service does not know this payment' }
    return isPending(attempt.state) || attempt.state === 'paid' ? { alert: 'the gateway no longer knows this payment' } : {}
  }
  const { state, statusText, amountMinor, currency } = status
  if (state === undefined) return { alert: `the gateway reported an unknown status for this payment: ${statusText ?? 'unnamed'}` }
  if (currency !== attempt.currency || (isStanding(state) && amountMinor !== attempt.amountMinor)) {
    const alert = `the gateway reported a different amount: ${amountMinor} ${currency}`
    if (state !== 'paid') return { alert }
    // A processing payment of a wrong amount ends here because no further status is expected. An open payment expires by itself.
    const end = attempt.state === 'processing' ? ({ to: 'failed', cause: 'gateway' } as const) : {}
    return { alert, refundDue: 'wrong_amount', ...end }
  }
  if (state === attempt.state) return {}
  // The gateway may not know about a refund that an administrator recorded.
  if (isReturned(attempt.state) && attempt.isRefundedByHand) return isMoney(state) && state !== 'refunded' ? { contradicts: state } : {}
  if (!isAllowedTransition(attempt.state, state, 'gateway')) return {}
  const isReceived = isMoney(state) && amountMinor === attempt.amountMinor
  const alert = MONEY_ALERTS[state]
  return {
    to: state,
    cause: 'gateway',
    ...(isReceived && { paidAt: noLaterThan(now, status.paidAt) }),
    ...(alert && { alert }),
  }
}

/** Returns the gateway's time, or `now` if the time is missing or in the future. */
export function noLaterThan(now: Date, at: Date | undefined): Date {
  return at && at < now ? at : now
}
