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

test('the outcome of a payment declined on the phone does not mention the gateway’s page', () => {
  const text = previousOutcome(attempt)
  expect(text).toContain('not confirmed on the phone')
  expect(text).not.toContain('Paynow')
})

test('the outcome of an uncompleted payment on the gateway’s page names the gateway', () => {
  expect(previousOutcome({ ...attempt, method: 'web' })).toMatch(/^The payment with Paynow was not completed\. Try again/)
})

test.each(['failed', 'cancelled', 'expired'] as const)(
  'the outcome of an attempt that %s advises against paying again, since the payment may still be completed late',
  (state) => {
    expect(previousOutcome({ ...attempt, state })).toContain('don’t pay again')
  },
)

test.each(['initiating', 'open', 'paid'] as const)('an attempt that is %s has no outcome message', (state) => {
  expect(previousOutcome({ ...attempt, state })).toBeUndefined()
})
