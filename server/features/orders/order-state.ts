import type { AttemptState, OrderState } from '#contracts/payment.ts'
import { isOpen } from './attempt-states.ts'

/**
 * The state of an order, which is never stored: what its attempts, the latest first, come to. A payment that stands goes before a
 * hand that opened it, that before money in dispute or given back, that before what is under way.
 */
export function orderState(order: { closedAt: Date | null }, attempts: { state: AttemptState }[], granted: boolean): OrderState {
  const states = attempts.map(({ state }) => state)
  if (states.includes('paid')) return 'paid'
  if (granted) return 'granted'
  if (states.includes('disputed')) return 'disputed'
  const returned = states.find((state) => state === 'refunded' || state === 'charged_back')
  if (returned) return returned
  if (states.some(isOpen)) return 'paying'
  return order.closedAt ? 'superseded' : 'unpaid'
}
