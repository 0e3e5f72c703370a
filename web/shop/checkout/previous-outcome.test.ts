import { expect, test } from 'vitest'
import type { Order } from '#contracts/shop/order.ts'
import { previousOutcome } from './previous-outcome.ts'

const attempt: NonNullable<Order['attempt']> = {
  state: 'cancelled',
  gateway: 'paynow',
  method: 'ecocash',
  address: null,
  phone: null,
  instructions: null,
  reason: null,
  expiresAt: null,
}

test('a payment declined on the phone is not described as a return from the gateway’s page', () => {
  const text = previousOutcome(attempt)
  expect(text).toContain('not confirmed on the phone')
  expect(text).not.toContain('Paynow')
})

test('an unfinished payment on the gateway’s page names the gateway', () => {
  expect(previousOutcome({ ...attempt, method: 'web' })).toMatch(/^The payment with Paynow was not completed\. Try again/)
})

test.each(['failed', 'cancelled', 'expired'] as const)(
  'an attempt that %s may still be paid late, so the message discourages paying again',
  (state) => {
    expect(previousOutcome({ ...attempt, state })).toContain('don’t pay again')
  },
)

test.each(['initiating', 'open', 'paid'] as const)('an attempt that is %s has no message', (state) => {
  expect(previousOutcome({ ...attempt, state })).toBeUndefined()
})
