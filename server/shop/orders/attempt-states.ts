import type { AttemptState } from '#contracts/shop/payment.ts'
import type { AttemptCause } from './orders.schema.ts'

/** The buyer can still pay. */
export const OPEN: readonly AttemptState[] = ['initiating', 'open']
/** The buyer can still pay, or has paid and the payment is being processed. */
export const PENDING: readonly AttemptState[] = [...OPEN, 'processing']
/** Standing payments: the shop has the money, though a dispute may still take it back. */
export const STANDING: readonly AttemptState[] = ['paid', 'disputed']
/** The money was returned to the buyer. */
export const RETURNED: readonly AttemptState[] = ['refunded', 'charged_back']
/** Ended without a payment. Gateways may still report a late payment. */
export const UNPAID: readonly AttemptState[] = ['failed', 'cancelled', 'expired']
/** States after money was received. Only the gateway, or an administrator for a refund, may set them. */
const MONEY = [...STANDING, ...RETURNED]

/** The transitions that each cause allows. All others are refused. */
const TRANSITIONS: Record<AttemptState, Partial<Record<AttemptCause, readonly AttemptState[]>>> = {
  // An administrator records payments that were made in person.
  initiating: { gateway: ['open', 'processing', ...UNPAID, ...MONEY], buyer: ['cancelled'], time: ['expired'], admin: ['paid'] },
  open: { gateway: ['processing', ...UNPAID, ...MONEY], buyer: ['cancelled'], time: ['expired'] },
  processing: { gateway: [...UNPAID, ...MONEY] },
  failed: { gateway: ['processing', ...MONEY] },
  cancelled: { gateway: ['processing', ...MONEY] },
  expired: { gateway: ['processing', ...MONEY] },
  paid: { gateway: ['disputed', ...RETURNED], admin: ['refunded'] },
  disputed: { gateway: ['paid', ...RETURNED], admin: ['refunded'] },
  // A refund may fail after days, and a chargeback may be reversed. Administrators can undo a refund that they recorded by mistake.
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

/** Whether an open attempt is past its expiry time. */
export function hasExpired({ state, expiresAt }: { state: AttemptState; expiresAt: Date | null }, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && expiresAt <= now
}
