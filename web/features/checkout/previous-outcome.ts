import type { Order } from '#contracts/order.ts'
import { PHONE_METHODS } from '#contracts/payment.ts'
import { gatewayName } from './payment-options.ts'

const LATE = 'If money has left your account all the same, don’t pay again: we shall hear of it, and it opens by itself.'

/** Says how the last attempt ended and what to do next; undefined when there is nothing to say. */
export function previousOutcome(attempt: Order['attempt']): string | undefined {
  switch (attempt?.state) {
    case 'failed':
      return `The payment did not go through${attempt.reason ? `: ${ending(attempt.reason)}` : '.'} Try again, or choose another way. ${LATE}`
    case 'cancelled':
      return `${whatEnded(attempt)} Try again, or choose another way. ${LATE}`
    case 'expired':
      return `The time for that payment ran out. Try again, or choose another way. ${LATE}`
    default:
      return undefined
  }
}

/** Gateways report `cancelled` for a payment that was cancelled on their page, but also for one declined on the phone. */
function whatEnded({ gateway, method }: NonNullable<Order['attempt']>) {
  if (PHONE_METHODS.includes(method))
    return 'The payment was not confirmed on the phone: it was turned down, or the PIN or the balance did not do.'
  return `The payment with ${gatewayName(gateway)} was not finished.`
}

function ending(reason: string) {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
