import type { TestGatewayAction, TestGatewayState } from '#contracts/shop/test-gateway.ts'
import type { TestGatewayChange, TestGatewayPayment } from './test-gateway.store.ts'

/** Delay after which the action `pay-soon` completes a payment. */
export const SOON_MS = 20_000

const OFFERED: Record<TestGatewayState, readonly TestGatewayAction[]> = {
  open: ['pay', 'pay-soon', 'decline', 'cancel', 'expire'],
  cancelled: ['pay-late'],
  failed: ['pay-late'],
  expired: ['pay-late'],
  paid: ['refund', 'dispute'],
  disputed: ['win-dispute', 'lose-dispute', 'refund'],
  refunded: ['fail-refund'],
  charged_back: [],
}

const OUTCOMES: Record<Exclude<TestGatewayAction, 'pay-soon'>, TestGatewayState> = {
  pay: 'paid',
  decline: 'failed',
  cancel: 'cancelled',
  expire: 'expired',
  'pay-late': 'paid',
  refund: 'refunded',
  'fail-refund': 'paid',
  dispute: 'disputed',
  'win-dispute': 'paid',
  'lose-dispute': 'charged_back',
}

/** Lists the actions for a test payment in the given state, in display order. */
export function actionsFor(state: TestGatewayState): readonly TestGatewayAction[] {
  return OFFERED[state]
}

/** Returns the change of a test payment by an action; undefined if the action is not available. */
export function changeBy(payment: TestGatewayPayment, action: TestGatewayAction, now: Date): TestGatewayChange | undefined {
  if (!actionsFor(payment.state).includes(action)) return undefined
  if (action === 'pay-soon') return { state: payment.state, nextState: 'paid', stateAt: new Date(now.getTime() + SOON_MS) }
  // A scheduled payment completes even after the buyer cancels, as at real gateways.
  const arrivesLate = (action === 'cancel' || action === 'expire') && payment.nextState === 'paid'
  return {
    state: OUTCOMES[action],
    nextState: arrivesLate ? payment.nextState : null,
    stateAt: arrivesLate ? payment.stateAt : null,
  }
}

/** Returns the test payment at the given time, with its scheduled change applied if the change is due. */
export function asOf(payment: TestGatewayPayment, now: Date): TestGatewayPayment {
  const { nextState, stateAt } = payment
  return nextState && stateAt && stateAt <= now ? { ...payment, state: nextState, nextState: null, stateAt: null } : payment
}

type SimulatedPhone = { becomes: TestGatewayState; afterMs: number } | { refuses: string }

/** Responses of simulated phones to a payment prompt, for the phone numbers of Paynow's test mode. */
const TEST_PHONES: Record<string, SimulatedPhone> = {
  '0771111111': { becomes: 'paid', afterMs: 5_000 },
  '0772222222': { becomes: 'paid', afterMs: 30_000 },
  '0773333333': { becomes: 'failed', afterMs: 30_000 },
  '0774444444': { refuses: 'Insufficient balance' },
}
const ANY_PHONE: SimulatedPhone = { becomes: 'paid', afterMs: 5_000 }

/** Returns the simulated phone for a number in the format of `localPhone`. */
export function simulatedPhone(number: string): SimulatedPhone {
  return TEST_PHONES[number] ?? ANY_PHONE
}
