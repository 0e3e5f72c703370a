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
  /** The item costs something else by now, or the rate is another: another order says what */
  | 'outdated'
  /** Not paid, and the item was taken off the site */
  | 'gone'
  /** Nothing to pay with */
  | 'closed'
  | 'form'

export function stageOf({ state, attempt, ways, quote }: Pick<Order, 'state' | 'attempt' | 'ways' | 'quote'>): Stage {
  switch (state) {
    case 'paid':
    case 'granted':
      return 'owned'
    case 'disputed':
      return 'disputed'
    case 'refunded':
    case 'charged_back':
      return 'returned'
    case 'paying':
      if (attempt?.state !== 'open') return 'unclear'
      return attempt.address ? 'gateway' : 'phone'
    case 'superseded':
      return quote === 'gone' ? 'gone' : 'outdated'
    case 'unpaid':
      if (quote !== 'stands') return quote === 'gone' ? 'gone' : 'outdated'
      return ways.length > 0 ? 'form' : 'closed'
  }
}

/** Stages in which the gateway may say something at any moment. */
export function isWaiting(stage: Stage): boolean {
  return stage === 'phone' || stage === 'gateway' || stage === 'unclear'
}
