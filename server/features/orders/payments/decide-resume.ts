import type { GatewayName, PaymentMethod } from '#contracts/payment.ts'
import { hasExpired } from '#server/features/orders/attempt-states.ts'
import type { AttemptRow } from '#server/features/orders/attempts.store.ts'

export type ResumeDecision = 'resume' | 'wait' | 'check' | 'give_up'

type OpenAttempt = Pick<AttemptRow, 'orderId' | 'gateway' | 'method' | 'state' | 'pageUrl' | 'expiresAt' | 'leasedUntil'>

/** Decides what to do about the open attempt of a buyer who asks to pay. */
export function decideResume(
  attempt: OpenAttempt,
  wanted: { orderId: string; gateway: GatewayName; method: PaymentMethod },
  { now, mayWait, wasChecked }: { now: Date; mayWait: boolean; wasChecked: boolean },
): ResumeDecision {
  const { orderId, gateway, method, state, pageUrl, leasedUntil } = attempt
  const isWanted = orderId === wanted.orderId && gateway === wanted.gateway && method === wanted.method
  const isUsable = pageUrl !== null || method !== 'web'
  if (state === 'open') return isWanted && isUsable && !hasExpired(attempt, now) ? 'resume' : 'give_up'
  // Another request is sending it to the gateway. Leases run by the database's clock, which tests never set.
  if (leasedUntil && leasedUntil.getTime() > Date.now() && mayWait) return 'wait'
  // The gateway's answer was lost. A check may find the payment.
  return wasChecked ? 'give_up' : 'check'
}
