import { ATTEMPT_STATES } from '#contracts/shop/payment.ts'
import type { Gauge } from '#server/platform/metrics/gauge.ts'
import type { AttemptStore } from '#server/shop/orders/attempts.store.ts'

/** Metrics about payments. */
export function paymentGauges(attempts: Pick<AttemptStore, 'countByState' | 'longestSince'>): Gauge[] {
  const none = Object.fromEntries(ATTEMPT_STATES.map((state) => [state, 0]))
  return [
    {
      ...{ name: 'lectern_payments', help: 'Payments by state', label: 'state' },
      read: async () => ({ ...none, ...(await attempts.countByState()) }),
    },
    {
      ...{
        name: 'lectern_payment_oldest_unchecked_seconds',
        help: 'Age of the oldest payment check that is due but has not succeeded, in seconds',
      },
      read: () => attempts.longestSince('unansweredSince'),
    },
    {
      ...{
        name: 'lectern_payment_oldest_unreadable_seconds',
        help: 'Longest time without a clear gateway response about a payment, in seconds',
      },
      read: () => attempts.longestSince('unreadableSince'),
    },
  ]
}
