import type { AttemptState } from '#contracts/shop/payment.ts'
import type { AttemptCause } from '../orders.schema.ts'

/** Payment states in which the buyer can still pay. */
export const OPEN: readonly AttemptState[] = ['initiating', 'open']
/** Payment states in which the buyer can still pay, or has paid and the payment is being processed. */
export const PENDING: readonly AttemptState[] = [...OPEN, 'processing']
/** States of standing payments: the shop has the money, though a dispute may still reverse the payment. */
export const STANDING: readonly AttemptState[] = ['paid', 'disputed']
/** Payment states in which the money was returned to the buyer. */
export const RETURNED: readonly AttemptState[] = ['refunded', 'charged_back']
/** Payment states that ended without a payment. Gateways may still report a late payment. */
export const UNPAID: readonly AttemptState[] = ['failed', 'cancelled', 'expired']
/** Payment states after money was received. Only a gateway, or an administrator for refunds and payments in person, may set them. */
const MONEY = [...STANDING, ...RETURNED]

/** State transitions of payment attempts, by the cause that may trigger them. All other transitions are refused. */
const TRANSITIONS: Record<AttemptState, Partial<Record<AttemptCause, readonly AttemptState[]>>> = {
  // Administrators set `paid` when they record a payment in person.
  initiating: { gateway: ['open', 'processing', ...UNPAID, ...MONEY], buyer: ['cancelled'], time: ['expired'], admin: ['paid'] },
  open: { gateway: ['processing', ...UNPAID, ...MONEY], buyer: ['cancelled'], time: ['expired'] },
  processing: { gateway: [...UNPAID, ...MONEY] },
  failed: { gateway: ['processing', ...MONEY] },
  cancelled: { gateway: ['processing', ...MONEY] },
  expired: { gateway: ['processing', ...MONEY] },
  paid: { gateway: ['disputed', ...RETURNED], admin: ['refunded'] },
  disputed: { gateway: ['paid', ...RETURNED], admin: ['refunded'] },
  // A refund may fail days later, and a chargeback may be reversed. Administrators can undo a refund that was recorded by mistake.
  refunded: { gateway: [...STANDING, 'charged_back'], admin: STANDING },
  charged_back: { gateway: [...STANDING, 'refunded'] },
}

export function isAllowedTransition(from: AttemptState, to: AttemptState, cause: AttemptCause): boolean {
  return TRANSITIONS[from][cause]?.includes(to) ?? false
}

export const isOpen = (state: AttemptState) => OPEN.includes(state)
export const isPending = (state: AttemptState) => PENDING.includes(state)
export const isStanding = (state: AttemptState) => STANDING.includes(state)
export const isReturned = (state: AttemptState) => RETURNED.includes(state)
export const isMoney = (state: AttemptState) => MONEY.includes(state)

/** Returns whether an open payment attempt has expired. */
export function hasExpired({ state, expiresAt }: { state: AttemptState; expiresAt: Date | null }, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && expiresAt <= now
}
