import type { Order } from '#contracts/order.ts'
import { gatewayName } from './ways.ts'

const LATE = 'If money has left your account all the same, don’t pay again: we shall hear of it, and it opens by itself.'

/** What became of the last try, in words that lead on; undefined when there was none. */
export function previousOutcome(attempt: Order['attempt']): string | undefined {
  switch (attempt?.state) {
    case 'failed':
      return `The payment did not go through${attempt.reason ? `: ${ending(attempt.reason)}` : '.'} Try again, or choose another way. ${LATE}`
    case 'cancelled':
      return `You came back from ${gatewayName(attempt.gateway)} without paying. Try again, or choose another way.`
    case 'expired':
      return `The time for that payment ran out. Try again, or choose another way. ${LATE}`
    default:
      return undefined
  }
}

function ending(reason: string) {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
