import type { Order } from '#contracts/shop/order.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { asksPhone, gatewayName } from './payment-options.ts'

const LATE = 'If you were charged anyway, don’t pay again: we are notified, and it opens automatically.'

/** Describes the outcome of the last payment attempt and what to do next; undefined if there is nothing to report. */
export function previousOutcome(attempt: Order['attempt']): string | undefined {
  switch (attempt?.state) {
    case 'failed':
      return `The payment did not go through${attempt.reason ? `: ${joinSentences(attempt.reason)}` : '.'} Try again, or choose another way. ${LATE}`
    case 'cancelled':
      return `${whatEnded(attempt)} Try again, or choose another way. ${LATE}`
    case 'expired':
      return `The payment has expired. Try again, or choose another way. ${LATE}`
    default:
      return undefined
  }
}

/** Gateways report `cancelled` both for a payment canceled on their page and for a payment declined on the phone. */
function whatEnded(attempt: NonNullable<Order['attempt']>) {
  if (asksPhone(attempt)) return 'The payment was not confirmed on the phone: it was declined, or the PIN was wrong or the balance too low.'
  return `The payment with ${gatewayName(attempt.gateway)} was not completed.`
}
