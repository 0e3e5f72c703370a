import type { Order } from '#contracts/order.ts'

/** What the page is about at the moment, for a buyer. */
export type Stage =
  /** Bought, or given: it opens */
  | 'owned'
  /** The buyer's phone asks */
  | 'phone'
  /** A payment waits on the gateway's own page */
  | 'gateway'
  /** The gateway was asked, and nobody knows whether it heard */
  | 'unclear'
  | 'disputed'
  /** The money went back */
  | 'returned'
  /** Another order took its place, with another price or rate */
  | 'superseded'
  /** Nothing to pay with */
  | 'closed'
  | 'form'

export function stageOf({ state, attempt, ways }: Pick<Order, 'state' | 'attempt' | 'ways'>): Stage {
  switch (state) {
    case 'paid':
    case 'granted':
      return 'owned'
    case 'disputed':
    case 'superseded':
      return state
    case 'refunded':
    case 'charged_back':
      return 'returned'
    case 'paying':
      if (attempt?.state !== 'open') return 'unclear'
      return attempt.address ? 'gateway' : 'phone'
    case 'unpaid':
      return ways.length > 0 ? 'form' : 'closed'
  }
}

/** Stages in which the gateway may say something at any moment. */
export function isWaiting(stage: Stage): boolean {
  return stage === 'phone' || stage === 'gateway' || stage === 'unclear'
}
