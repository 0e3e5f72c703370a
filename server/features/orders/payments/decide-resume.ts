import type { GatewayName, PaymentMethod } from '#contracts/payment.ts'
import { isOver } from '#server/features/orders/attempt-states.ts'
import type { AttemptRow } from '#server/features/orders/attempts.store.ts'

export type NextStep = 'go on' | 'wait' | 'look' | 'give up'

type UnderWay = Pick<AttemptRow, 'orderId' | 'gateway' | 'method' | 'state' | 'address' | 'expiresAt' | 'leasedUntil'>

/** What is to be done about the attempt that is under way for a buyer who wants to pay an order in some way. */
export function nextStep(
  underWay: UnderWay,
  wish: { orderId: string; gateway: GatewayName; method: PaymentMethod },
  { now, mayWait, wasLookedAt }: { now: Date; mayWait: boolean; wasLookedAt: boolean },
): NextStep {
  const { orderId, gateway, method, state, address, leasedUntil } = underWay
  const isSameWay = orderId === wish.orderId && gateway === wish.gateway && method === wish.method
  const isUsable = address !== null || method !== 'web'
  if (state === 'open') return isSameWay && isUsable && !isOver(underWay, now) ? 'go on' : 'give up'
  // Another call is just beginning it. Leases run by the database's clock, which is never set for a test.
  if (leasedUntil && leasedUntil.getTime() > Date.now() && mayWait) return 'wait'
  // The answer to it was lost; what was begun may be there to go on with.
  return wasLookedAt ? 'give up' : 'look'
}
