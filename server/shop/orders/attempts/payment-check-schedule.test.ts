import { describe, expect, test } from 'vitest'
import type { AttemptState } from '#contracts/shop/payment.ts'
import { nextCheckAt } from './payment-check-schedule.ts'

const HOUR = 3_600_000
const start = new Date('2026-11-20T08:00:00Z')

/** Returns the times of all checks of a payment, in hours after the start, if no check changes the state. */
function checksOf(state: AttemptState, isRefundedByHand = false): number[] {
  const attempt = {
    isRefundedByHand,
    state,
    createdAt: start,
    endedAt: start,
    paidAt: start,
    expiresAt: null,
    notified: false,
    unansweredSince: null,
  }
  const hours: number[] = []
  for (let at = nextCheckAt(attempt, start); at; at = nextCheckAt(attempt, at)) hours.push((at.getTime() - start.getTime()) / HOUR)
  return hours
}

describe('the next check of a payment', () => {
  test.each(['cancelled', 'expired', 'failed'] as const)(
    'checks of a payment in the state %s follow at growing intervals, the last one after 72 hours',
    (state) => {
      expect(checksOf(state)).toEqual([1, 2, 4, 8, 16, 32, 56, 72])
    },
  )

  test.each(['paid', 'refunded'] as const)(
    'the next check of a payment in the state %s is a day later, for 180 days, to detect late disputes and failed refunds',
    (state) => {
      const days = checksOf(state).map((hours) => hours / 24)
      expect(days).toEqual(Array.from({ length: 180 }, (_, index) => index + 1))
    },
  )

  test.each(['open', 'paid', 'expired'] as const)(
    'the next check of a payment in the state %s is within a day, even after the clock was set back',
    (state) => {
      const tomorrow = new Date(start.getTime() + 48 * HOUR)
      const dates = { createdAt: tomorrow, endedAt: tomorrow, paidAt: tomorrow, expiresAt: null }
      const next = nextCheckAt({ state, ...dates, notified: false, unansweredSince: null }, start)
      const longest = { open: 10_000, paid: 24 * HOUR, expired: HOUR }[state]
      expect(next).toEqual(new Date(start.getTime() + longest))
    },
  )

  test('a refund that an administrator recorded ends the checks of the payment', () => {
    expect(checksOf('refunded', true)).toEqual([])
  })

  test('a notification makes the next check of a payment immediate', () => {
    const attempt = {
      state: 'refunded' as const,
      createdAt: start,
      endedAt: start,
      paidAt: start,
      expiresAt: null,
      notified: true,
      unansweredSince: null,
    }
    expect(nextCheckAt(attempt, start)).toEqual(start)
  })
})
