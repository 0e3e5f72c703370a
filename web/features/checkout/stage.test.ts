import { expect, test } from 'vitest'
import type { Order } from '#contracts/order.ts'
import { ORDER_STATES } from '#contracts/payment.ts'
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
  ['superseded', null, 'superseded'],
])('an order that is %s with %o is at %s', (state, latest, stage) => {
  expect(stageOf({ state, attempt: latest, ways })).toBe(stage)
})

test('an unpaid order without a way to pay says how else to buy', () => {
  expect(stageOf({ state: 'unpaid', attempt: null, ways: [] })).toBe('closed')
})

test('every state of an order has its stage', () => {
  for (const state of ORDER_STATES) expect(stageOf({ state, attempt, ways }), state).toBeDefined()
})
