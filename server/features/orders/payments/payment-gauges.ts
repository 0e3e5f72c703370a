import { ATTEMPT_STATES } from '#contracts/payment.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { AttemptStore } from '../attempts.store.ts'

/** Metrics about payments. */
export function paymentGauges(attempts: Pick<AttemptStore, 'countByState' | 'longestSince'>): Gauge[] {
  const none = Object.fromEntries(ATTEMPT_STATES.map((state) => [state, 0]))
  return [
    {
      ...{ name: 'lectern_payments', help: 'Payments by their state', label: 'state' },
      read: async () => ({ ...none, ...(await attempts.countByState()) }),
    },
    {
      ...{ name: 'lectern_payment_oldest_unchecked_seconds', help: 'How long the check of a payment has been due that could not be made' },
      read: () => attempts.longestSince('unansweredSince'),
    },
    {
      ...{ name: 'lectern_payment_oldest_unreadable_seconds', help: 'How long a gateway has given no clear answer about a payment' },
      read: () => attempts.longestSince('unreadableSince'),
    },
  ]
}
