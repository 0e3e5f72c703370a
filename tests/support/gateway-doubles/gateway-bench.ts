import { randomBytes } from 'node:crypto'
import type { Currency } from '#contracts/price.ts'
import type { Gateway, GatewayMessage, GatewayState, KnownPayment, PaymentRequest } from '#server/platform/gateways/gateway.ts'

/** A gateway with all that happens around it at a test's command. */
export type GatewayBench = {
  gateway: Gateway
  currencies: Currency[]
  /** The smallest and largest amounts that it takes */
  leastMinor: number
  mostMinor: number
  /** What becomes of a payment whose buyer was declined: some gateways let them try again */
  declined: GatewayState
  /** What the gateway's own page, the bank or the merchant does */
  pay: (reference: string) => Promise<unknown>
  decline: (reference: string) => Promise<unknown>
  cancel: (reference: string) => Promise<unknown>
  /** After it was cancelled; none where a gateway rules that out */
  payLate?: (reference: string) => Promise<unknown>
  refund: (reference: string) => Promise<unknown>
  dispute: (reference: string) => Promise<unknown>
  /** What the shop was sent so far */
  messages: GatewayMessage[]
  /** The next payment is taken on, and its answer lost */
  loseNextAnswer: () => void
  goDown: () => void
  close: () => Promise<void>
}

/** So long the gateways of the benches wait for an answer. */
export const BENCH_TIMEOUT_MS = 2000

export function buildPayment(changes: Partial<PaymentRequest & KnownPayment> = {}): PaymentRequest & KnownPayment {
  return {
    reference: randomBytes(16).toString('hex'),
    ...{ amountMinor: 1999, currency: 'USD', method: 'web' },
    ...{ title: 'The Harvest & other stories: “Zvino”', email: 'buyer@lectern.example' },
    returnUrl: 'https://shop.example/order/1?back=paid&x=a b',
    cancelUrl: 'https://shop.example/order/1?back=cancelled',
    ...{ handle: {}, createdAt: new Date() },
    ...changes,
  }
}
