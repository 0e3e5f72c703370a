import type { AttemptState, RefundReason } from '#contracts/payment.ts'
import { isOpen, isOver, mayBecome } from '#server/features/orders/attempt-states.ts'
import type { AttemptCause } from '#server/features/orders/orders.schema.ts'
import type { GatewayState, PaymentStatus } from '#server/platform/gateways/gateway.ts'

type Judged = {
  state: AttemptState
  amountMinor: number
  currency: string
  expiresAt: Date | null
  /** Whether the buyer has the item already, by another payment or a gift */
  isOwned: boolean
}

/** What follows from a reading. `alert` is for people who look after the shop: something is not as it should be. */
export type Verdict = {
  to?: AttemptState
  cause?: AttemptCause
  detail?: string
  refundDue?: RefundReason
  alert?: string
  /** What the gateway says of money that counts as given back; nothing follows from it by itself */
  contradicts?: GatewayState
}

/** Decides what an attempt becomes by what the gateway says of it, or else by the time. */
export function judgeReading(attempt: Judged, reading: PaymentStatus, now: Date): Verdict {
  // Nobody shall pay twice.
  if (attempt.isOwned && isOpen(attempt.state) && reading.found && reading.state === 'open')
    return { to: 'cancelled', cause: 'buyer', detail: 'The item is owned already' }
  const verdict = judgeWords(attempt, reading)
  const isStillOpen = !verdict.to || isOpen(verdict.to)
  return isOver(attempt, now) && isStillOpen ? { ...verdict, to: 'expired', cause: 'time' } : verdict
}

function judgeWords(attempt: Judged, reading: PaymentStatus): Verdict {
  if (!reading.found) {
    if (attempt.state === 'initiating') return { to: 'failed', cause: 'gateway', detail: 'The gateway has no such payment' }
    return isOpen(attempt.state) || attempt.state === 'paid' ? { alert: 'the gateway no longer knows this payment' } : {}
  }
  const { state } = reading
  if (state === undefined) return { alert: 'the gateway says something unknown of this payment' }
  const isOtherMoney = reading.currency !== attempt.currency
  if (isOtherMoney || (isMoney(state) && reading.amountMinor !== attempt.amountMinor)) {
    const alert = `the gateway speaks of another amount: ${reading.amountMinor} ${reading.currency}`
    return state === 'paid' ? { alert, refundDue: 'wrong_amount' } : { alert }
  }
  if (state !== attempt.state && mayBecome(attempt.state, state, 'gateway')) return { to: state, cause: 'gateway' }
  if (isReturned(attempt.state) && state !== attempt.state && (isMoney(state) || state === 'charged_back')) return { contradicts: state }
  return {}
}

function isReturned(state: AttemptState) {
  return state === 'refunded' || state === 'charged_back'
}

function isMoney(state: AttemptState) {
  return state === 'paid' || state === 'disputed'
}
