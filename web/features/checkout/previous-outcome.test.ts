import { expect, test } from 'vitest'
import type { Order } from '#contracts/order.ts'
import { previousOutcome } from './previous-outcome.ts'

const attempt: NonNullable<Order['attempt']> = {
  state: 'cancelled',
  gateway: 'paynow',
  method: 'ecocash',
  address: null,
  instructions: null,
  reason: null,
  expiresAt: null,
}

test('who mistyped a PIN is not told of having come back from anywhere', () => {
  const text = previousOutcome(attempt)
  expect(text).toContain('not confirmed on the phone')
  expect(text).not.toContain('Paynow')
})

test('who turned back on the gateway’s page reads its name', () => {
  expect(previousOutcome({ ...attempt, method: 'web' })).toMatch(/^The payment with Paynow was not finished\. Try again/)
})

test.each(['failed', 'cancelled', 'expired'] as const)('one that %s may still be paid late, and nobody should pay twice', (state) => {
  expect(previousOutcome({ ...attempt, state })).toContain('don’t pay again')
})

test.each(['initiating', 'open', 'paid'] as const)('of one that is %s there is nothing to say', (state) => {
  expect(previousOutcome({ ...attempt, state })).toBeUndefined()
})
