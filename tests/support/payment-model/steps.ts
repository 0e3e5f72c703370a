import { CURRENCIES, type Currency } from '#contracts/shop/price.ts'
import fc from '#tests/support/property-testing.ts'
import type { Fault } from '../model-gateway.ts'

export type GatewayEvent =
  | 'process'
  | 'pay'
  | 'cancel'
  | 'fail'
  | 'expire'
  | 'refund'
  | 'dispute'
  | 'win'
  | 'lose'
  | 'take_back'
  | 'pay_other_amount'

/** Sequences of events at the gateway, each event with its notification. */
const STORIES: readonly (readonly GatewayEvent[])[] = [
  ['fail', 'pay'],
  ['cancel', 'pay'],
  ['expire', 'pay', 'refund'],
  ['pay', 'dispute', 'win'],
  ['pay', 'dispute', 'lose'],
  ['pay', 'refund'],
  ['process', 'pay'],
  ['cancel', 'process', 'fail'],
  ['pay', 'refund', 'take_back'],
  ['pay', 'dispute', 'lose', 'take_back', 'refund'],
]

/** Events for a buyer with two browsers that both started to pay for the same book. */
const TWO_BROWSERS_EVENTS = ['one pays', 'other pays', 'other claims', 'other is granted', 'one gets money back'] as const
export type TwoBrowsersEvent = (typeof TWO_BROWSERS_EVENTS)[number]

/** Step of a test schedule. `client`, `book` and `pick` select among the existing clients, books and payments. */
export type Step =
  | { do: 'pay'; client: number; book: number; currency: Currency; method: 'web' | 'ecocash'; fault: Fault; twice: boolean; buyer?: number }
  | { do: 'gateway'; pick: number; says: GatewayEvent }
  | { do: 'story'; pick: number; says: readonly GatewayEvent[] }
  | { do: 'message'; pick: number; times: number; during: boolean }
  | { do: 'forged'; pick: number }
  | { do: 'reconcile' }
  | { do: 'wait'; minutes: number }
  | { do: 'give_up'; client: number; book: number; currency: Currency }
  | { do: 'crash'; pick: number }
  | { do: 'outage'; kind: 'down' | 'gone' | 'over' }
  /** Step in which a browser claims the purchases of an email address. */
  | { do: 'claim'; client: number; buyer: number }
  | { do: 'reunion'; client: number; book: number; events: readonly TwoBrowsersEvent[] }
  | { do: 'grant'; client: number; book: number; found: boolean }
  | { do: 'revoke'; pick: number }
  /** Step in which an administrator records a refund, with or without the gateway's knowledge. */
  | { do: 'refund'; pick: number; reported: boolean }
  | { do: 'settle'; pick: number; reported: boolean }
  /** Step in which an administrator reverts a refund that was recorded by mistake. */
  | { do: 'undo'; pick: number }
  | { do: 'delete'; book: number }
  | { do: 'price'; book: number; cents: number }

const client = fc.nat(2)
const book = fc.nat(1)
const currency = fc.constantFrom(...CURRENCIES)
const pick = fc.nat(9)
const reported = fc.boolean()

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      client,
      book,
      currency,
      method: fc.constantFrom('web' as const, 'ecocash' as const),
      fault: fc.constantFrom<Fault>('none', 'none', 'none', 'lost_before', 'lost_after', 'refused'),
      twice: fc.boolean(),
      /** Whose email address is entered */
      buyer: client,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('gateway' as const),
      pick,
      says: fc.constantFrom(
        'process',
        'pay',
        'pay',
        'pay',
        'cancel',
        'fail',
        'expire',
        'refund',
        'dispute',
        'win',
        'lose',
        'take_back',
        'pay_other_amount',
      ),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: fc.constant('message' as const), pick, times: fc.integer({ min: 1, max: 3 }), during: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('story' as const), pick, says: fc.constantFrom(...STORIES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forged' as const), pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 70, 300, 1800) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('give_up' as const), client, book, currency }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outage' as const), kind: fc.constantFrom('down', 'gone', 'over', 'over') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const), client, buyer: client }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('reunion' as const),
      client,
      book,
      events: fc.shuffledSubarray([...TWO_BROWSERS_EVENTS], { minLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('grant' as const), client, book, found: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), pick, reported }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const), pick, reported }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), book }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('price' as const), book, cents: fc.constantFrom(7, 450, 999) }) },
)

/** Returns the payment after an event at the gateway; undefined if the event is impossible. */
export function applyGatewayEvent(
  { state, amountMinor }: { state: string; amountMinor: number },
  says: GatewayEvent,
):
  | { state: 'processing' | 'paid' | 'cancelled' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'charged_back'; amountMinor: number }
  | undefined {
  const unpaid = ['open', 'processing', 'cancelled', 'failed', 'expired'].includes(state)
  if (says === 'process' && unpaid) return { state: 'processing', amountMinor }
  if (says === 'pay' && unpaid) return { state: 'paid', amountMinor }
  if (says === 'pay_other_amount' && unpaid) return { state: 'paid', amountMinor: amountMinor - 1 }
  if (says === 'cancel' && state === 'open') return { state: 'cancelled', amountMinor }
  if (says === 'fail' && (state === 'open' || state === 'processing')) return { state: 'failed', amountMinor }
  if (says === 'expire' && state === 'open') return { state: 'expired', amountMinor }
  if (says === 'refund' && (state === 'paid' || state === 'disputed')) return { state: 'refunded', amountMinor }
  if (says === 'dispute' && state === 'paid') return { state: 'disputed', amountMinor }
  if (says === 'win' && state === 'disputed') return { state: 'paid', amountMinor }
  // A failed refund or a reversed chargeback returns the payment to the paid state.
  if (says === 'take_back' && (state === 'refunded' || state === 'charged_back')) return { state: 'paid', amountMinor }
  if (says === 'lose' && state === 'disputed') return { state: 'charged_back', amountMinor }
  return undefined
}
