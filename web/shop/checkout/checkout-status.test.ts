import { expect, test } from 'vitest'
import type { Order } from '#contracts/shop/order.ts'
import { ORDER_STATES, QUOTE_STATES } from '#contracts/shop/payment.ts'
import { type CheckoutStatus, checkoutStatus } from './checkout-status.ts'

const attempt: NonNullable<Order['attempt']> = {
  state: 'open',
  gateway: 'paynow',
  method: 'web',
  address: 'https://pay.example/1',
  phone: null,
  instructions: null,
  reason: null,
  expiresAt: null,
}
const ways: Order['ways'] = [{ gateway: 'paynow', method: 'web' }]

test.each<[Order['state'], Order['attempt'], CheckoutStatus]>([
  ['unpaid', null, 'payable'],
  ['unpaid', { ...attempt, state: 'failed' }, 'payable'],
  ['paying', { ...attempt, state: 'initiating', address: null }, 'unknown'],
  ['paying', attempt, 'awaiting_gateway'],
  ['paying', { ...attempt, state: 'processing', address: null }, 'processing'],
  ['paying', { ...attempt, method: 'ecocash', address: null, instructions: 'Enter your PIN' }, 'awaiting_phone'],
  ['paid', { ...attempt, state: 'paid' }, 'owned'],
  ['granted', null, 'owned'],
  ['disputed', { ...attempt, state: 'disputed' }, 'disputed'],
  ['refunded', { ...attempt, state: 'refunded' }, 'refunded'],
  ['charged_back', { ...attempt, state: 'charged_back' }, 'refunded'],
  ['superseded', null, 'outdated'],
])('an order that is %s with %o has the status %s', (state, latest, status) => {
  expect(checkoutStatus({ state, attempt: latest, ways, quote: 'stands' })).toBe(status)
})

test('an unpaid order that can’t be paid online has the status offline', () => {
  expect(checkoutStatus({ state: 'unpaid', attempt: null, ways: [], quote: 'stands' })).toBe('offline')
})

test.each(['unpaid', 'superseded'] as const)(
  'an order that is %s is outdated after a price change, or unavailable if its item was removed',
  (state) => {
    expect(checkoutStatus({ state, attempt: null, ways, quote: 'changed' })).toBe('outdated')
    expect(checkoutStatus({ state, attempt: null, ways: [], quote: 'gone' })).toBe('unavailable')
  },
)

test('an order with a payment is not affected by later changes of its item', () => {
  for (const state of ['paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back'] as const)
    for (const quote of QUOTE_STATES)
      expect(checkoutStatus({ state, attempt, ways, quote })).toBe(checkoutStatus({ state, attempt, ways, quote: 'stands' }))
})

test('every order state has a checkout status', () => {
  for (const state of ORDER_STATES) expect(checkoutStatus({ state, attempt, ways, quote: 'stands' }), state).toBeDefined()
})
