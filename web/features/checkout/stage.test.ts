import { expect, test } from 'vitest'
import type { Order } from '#contracts/order.ts'
import { ORDER_STATES, QUOTE_STATES } from '#contracts/payment.ts'
import { type Stage, stageOf } from './stage.ts'

const attempt: NonNullable<Order['attempt']> = {
  state: 'open',
  gateway: 'paynow',
  method: 'web',
  address: 'https://pay.example/1',
  instructions: null,
  reason: null,
  expiresAt: null,
}
const ways: Order['ways'] = [{ gateway: 'paynow', method: 'web' }]

test.each<[Order['state'], Order['attempt'], Stage]>([
  ['unpaid', null, 'form'],
  ['unpaid', { ...attempt, state: 'failed' }, 'form'],
  ['paying', { ...attempt, state: 'initiating', address: null }, 'unclear'],
  ['paying', attempt, 'gateway'],
  ['paying', { ...attempt, method: 'ecocash', address: null, instructions: 'Enter your PIN' }, 'phone'],
  ['paid', { ...attempt, state: 'paid' }, 'owned'],
  ['granted', null, 'owned'],
  ['disputed', { ...attempt, state: 'disputed' }, 'disputed'],
  ['refunded', { ...attempt, state: 'refunded' }, 'returned'],
  ['charged_back', { ...attempt, state: 'charged_back' }, 'returned'],
  ['superseded', null, 'outdated'],
])('an order that is %s with %o is at %s', (state, latest, stage) => {
  expect(stageOf({ state, attempt: latest, ways, quote: 'stands' })).toBe(stage)
})

test('an unpaid order without a way to pay says how else to buy', () => {
  expect(stageOf({ state: 'unpaid', attempt: null, ways: [], quote: 'stands' })).toBe('closed')
})

test.each(['unpaid', 'superseded'] as const)('an order that is %s asks for the price of today, or says that the item is gone', (state) => {
  expect(stageOf({ state, attempt: null, ways, quote: 'changed' })).toBe('outdated')
  expect(stageOf({ state, attempt: null, ways: [], quote: 'gone' })).toBe('gone')
})

test('what becomes of the item changes nothing of a payment', () => {
  for (const state of ['paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back'] as const)
    for (const quote of QUOTE_STATES)
      expect(stageOf({ state, attempt, ways, quote })).toBe(stageOf({ state, attempt, ways, quote: 'stands' }))
})

test('every state of an order has its stage', () => {
  for (const state of ORDER_STATES) expect(stageOf({ state, attempt, ways, quote: 'stands' }), state).toBeDefined()
})
