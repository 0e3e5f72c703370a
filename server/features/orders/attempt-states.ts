import type { AttemptState } from '#contracts/payment.ts'
import type { AttemptCause } from './orders.schema.ts'

/** States that only the gateway itself can lead to, since they tell what became of money. */
const MONEY = ['paid', 'disputed', 'refunded', 'charged_back'] as const

/** What an attempt may become, and on whose word. What is not here does not happen. */
const TRANSITIONS: Record<AttemptState, Partial<Record<AttemptCause, readonly AttemptState[]>>> = {
  initiating: { gateway: ['open', 'failed', 'cancelled', 'expired', ...MONEY], buyer: ['cancelled'], time: ['expired'] },
  open: { gateway: ['failed', 'cancelled', 'expired', ...MONEY], buyer: ['cancelled'], time: ['expired'] },
  // Paid after all: gateways take money late, and say so late.
  failed: { gateway: MONEY },
  cancelled: { gateway: MONEY },
  expired: { gateway: MONEY },
  paid: { gateway: ['disputed', 'refunded', 'charged_back'], admin: ['refunded'] },
  disputed: { gateway: ['paid', 'refunded', 'charged_back'], admin: ['refunded'] },
  refunded: {},
  charged_back: {},
}

export function mayBecome(from: AttemptState, to: AttemptState, cause: AttemptCause): boolean {
  return TRANSITIONS[from][cause]?.includes(to) ?? false
}

/** Whether the buyer can still go on with it. */
export function isOpen(state: AttemptState): boolean {
  return state === 'initiating' || state === 'open'
}

/** Whether the time has run out in which the buyer could go on with it. */
export function isOver({ state, expiresAt }: { state: AttemptState; expiresAt: Date | null }, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && expiresAt <= now
}
