import type { GatewayState } from '#server/platform/gateways/gateway.ts'
import type { SandboxChange, SandboxPayment } from './sandbox.store.ts'

/** What can be done to a payment on the sandbox's page, as the buyer, the bank or time would. */
export const SANDBOX_ACTIONS = [
  'pay',
  'pay-soon',
  'decline',
  'cancel',
  'expire',
  'pay-late',
  'refund',
  'dispute',
  'win-dispute',
  'lose-dispute',
] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

/** How long "pay soon" takes. */
export const SOON_MS = 20_000

const OFFERED: Record<GatewayState, readonly SandboxAction[]> = {
  open: ['pay', 'pay-soon', 'decline', 'cancel', 'expire'],
  cancelled: ['pay-late'],
  failed: ['pay-late'],
  expired: ['pay-late'],
  paid: ['refund', 'dispute'],
  disputed: ['win-dispute', 'lose-dispute', 'refund'],
  refunded: [],
  charged_back: [],
}

const OUTCOMES: Record<Exclude<SandboxAction, 'pay-soon'>, GatewayState> = {
  pay: 'paid',
  decline: 'failed',
  cancel: 'cancelled',
  expire: 'expired',
  'pay-late': 'paid',
  refund: 'refunded',
  dispute: 'disputed',
  'win-dispute': 'paid',
  'lose-dispute': 'charged_back',
}

/** What can be done to a payment in this state; the order is that of the page. */
export function actionsFor(state: GatewayState): readonly SandboxAction[] {
  return OFFERED[state]
}

/** What an action makes of a payment, or undefined when it isn't on offer. */
export function changeBy(payment: SandboxPayment, action: SandboxAction, now: Date): SandboxChange | undefined {
  if (!actionsFor(payment.state).includes(action)) return undefined
  if (action === 'pay-soon') return { state: payment.state, nextState: 'paid', stateAt: new Date(now.getTime() + SOON_MS) }
  // Money that is on its way still arrives after the buyer turned back, as it does in life.
  const comesAllTheSame = (action === 'cancel' || action === 'expire') && payment.nextState === 'paid'
  return {
    state: OUTCOMES[action],
    nextState: comesAllTheSame ? payment.nextState : null,
    stateAt: comesAllTheSame ? payment.stateAt : null,
  }
}

/** A payment as it is at this moment: what was to happen by itself has happened. */
export function asOf(payment: SandboxPayment, now: Date): SandboxPayment {
  const { nextState, stateAt } = payment
  return nextState && stateAt && stateAt <= now ? { ...payment, state: nextState, nextState: null, stateAt: null } : payment
}
