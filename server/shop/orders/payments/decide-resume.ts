import type { GatewayName, PaymentMethod } from '#contracts/shop/payment.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import { hasExpired } from '#server/shop/orders/attempt-states.ts'
import type { AttemptRow } from '#server/shop/orders/attempts.store.ts'

export type ResumeDecision = 'resume' | 'wait' | 'check' | 'give_up'

type OpenAttempt = Pick<AttemptRow, 'orderId' | 'gateway' | 'method' | 'phone' | 'state' | 'pageUrl' | 'expiresAt' | 'leasedUntil'>

/**
 * Decides what to do about the open attempt of a buyer who requests a payment. The attempt is resumed only if the request has the same
 * details: a corrected phone number or e-mail address starts a new attempt.
 * @param email the address of the open attempt's order
 */
export function decideResume(
  attempt: OpenAttempt,
  email: string | null,
  wanted: { orderId: string; gateway: GatewayName; method: PaymentMethod; email: string; phone?: string | undefined },
  { now, mayWait, wasChecked }: { now: Date; mayWait: boolean; wasChecked: boolean },
): ResumeDecision {
  const { orderId, gateway, method, phone, state, pageUrl, leasedUntil } = attempt
  const isSameWay = gateway === wanted.gateway && method === wanted.method && phone === (wanted.phone ? localPhone(wanted.phone) : null)
  const isWanted = orderId === wanted.orderId && isSameWay && email === wanted.email.toLowerCase()
  const isUsable = pageUrl !== null || method !== 'web'
  if (state === 'open') return isWanted && isUsable && !hasExpired(attempt, now) ? 'resume' : 'give_up'
  // Another request is sending the attempt to the gateway. Leases use the database's clock, which tests never set.
  if (leasedUntil && leasedUntil.getTime() > Date.now() && mayWait) return 'wait'
  // The gateway's response was lost. A check may find the payment.
  return wasChecked ? 'give_up' : 'check'
}
