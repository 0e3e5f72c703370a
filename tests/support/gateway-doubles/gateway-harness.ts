import { randomBytes } from 'node:crypto'
import type { Currency } from '#contracts/shop/price.ts'
import type { Gateway, GatewayMessage, GatewayState, KnownPayment, PaymentRequest } from '#server/shop/gateways/gateway.ts'

/** Gateway under test, whose environment a test controls. */
export type GatewayHarness = {
  gateway: Gateway
  currencies: Currency[]
  /** Minimum accepted amount, in minor units; `mostMinor` is the maximum */
  leastMinor: number
  mostMinor: number
  /** State of the payment after the gateway declined the buyer's payment method: some gateways allow another attempt */
  declined: GatewayState
  /** Actions of the buyer on the gateway's page, of the bank or of the merchant */
  pay: (reference: string) => Promise<unknown>
  decline: (reference: string) => Promise<unknown>
  cancel: (reference: string) => Promise<unknown>
  /** Simulates a payment that the buyer completes after its cancellation; undefined if the gateway rejects such payments */
  payLate?: (reference: string) => Promise<unknown>
  refund: (reference: string) => Promise<unknown>
  dispute: (reference: string) => Promise<unknown>
  /** All notifications sent to the shop so far */
  messages: GatewayMessage[]
  /** Accepts the next payment and loses the response */
  loseNextAnswer: () => void
  goDown: () => void
  close: () => Promise<void>
}

/** Response timeout of the gateway clients, in ms. */
export const HARNESS_TIMEOUT_MS = 2000

export function buildPayment(changes: Partial<PaymentRequest & KnownPayment> = {}): PaymentRequest & KnownPayment {
  return {
    reference: randomBytes(16).toString('hex'),
    amountMinor: 1999,
    currency: 'USD',
    method: 'web',
    title: 'The Harvest & other stories: “Zvino”',
    email: 'buyer@lectern.example',
    returnUrl: 'https://shop.example/order/1?back=paid&x=a b',
    cancelUrl: 'https://shop.example/order/1?back=cancelled',
    handle: {},
    createdAt: new Date(),
    ...changes,
  }
}
