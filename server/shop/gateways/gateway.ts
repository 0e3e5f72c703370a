import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { PaymentMethod } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'

/** State of a payment at a gateway. `processing`: the buyer has paid, and the bank confirms or rejects the payment within days. */
export type GatewayState = 'open' | 'processing' | 'paid' | 'cancelled' | 'failed' | 'expired' | 'disputed' | 'refunded' | 'charged_back'

/** Data with which a gateway finds the payment again, such as its poll URL. Stored with the attempt, read only by that gateway. */
export type GatewayHandle = Record<string, string>

/** Payment to send to a gateway. The payment is stored first, so that it can be looked up even if the response is lost. */
export type PaymentRequest = {
  /** Identifies the payment at the gateway: opaque, unique, 32 letters and digits */
  reference: string
  /** Amount in minor units (cents) */
  amountMinor: number
  currency: Currency
  /** Title of the item for the buyer's statement; one line */
  title: string
  email: string
  method: PaymentMethod
  /** Phone number in international or local digits, for methods that send a prompt to a phone */
  phone?: string | undefined
  /** URL to which the gateway redirects the browser after the payment */
  returnUrl: string
  /** URL to which the gateway redirects the browser when the buyer cancels */
  cancelUrl: string
}

/** The gateway's response to an accepted payment. */
export type Initiated = {
  /** URL of the page on which the buyer pays; undefined if the buyer's phone receives a prompt */
  pageUrl?: string | undefined
  /** The gateway's instructions for the buyer, if there is no payment page */
  instructions?: string | undefined
  handle: GatewayHandle
  /** The gateway's own number of the payment, for support requests */
  gatewayReference?: string | undefined
  expiresAt?: Date | undefined
  /** Response as stored, without data about the buyer that the shop does not need */
  raw: string
}

/** Stored payment whose status is read. */
export type KnownPayment = Pick<PaymentRequest, 'reference' | 'amountMinor' | 'currency'> & {
  /** Gateway data of the payment; empty if the response to the payment request was lost */
  handle: GatewayHandle
  /** Time at which the payment was stored, just before the request was sent; limits the search for a payment whose response was lost */
  createdAt: Date
}

/** A refund or chargeback of a payment. */
export type MoneyReturn = {
  /** The gateway's id of the refund or dispute */
  id: string
  kind: 'refund' | 'chargeback'
  amountMinor: number
  /** Time of the refund or chargeback, if the gateway reports it */
  at?: Date | undefined
  /** Set if the refund or chargeback was reversed, for example because the refund failed: the shop has the money again */
  undone?: { at?: Date | undefined; reason?: string | undefined } | undefined
}

/** The status of a payment at its gateway. */
export type PaymentStatus =
  /** The gateway definitely has no such payment */
  | { found: false; raw: string }
  | {
      found: true
      /** State of the payment; undefined for an unknown state, which only raises an alert */
      state: GatewayState | undefined
      /** The gateway's name for the state; one short line */
      statusText?: string | undefined
      amountMinor: number
      currency: Currency
      /** Time of the payment, if the gateway reports it */
      paidAt?: Date | undefined
      /** All refunds and chargebacks so far; undefined if the gateway reports only a state */
      returns?: MoneyReturn[] | undefined
      gatewayReference?: string | undefined
      /** All gateway ids by which notifications may refer to the payment */
      gatewayIds?: string[] | undefined
      /** Gateway data that replaces the stored data, if the response contains further fields */
      handle?: GatewayHandle | undefined
      pageUrl?: string | undefined
      raw: string
    }

/** Verified notification of a change from a gateway. Its content is not trusted: the status of the payment is read afterwards. */
export type Notification = {
  /** Reference of the payment; undefined if the notification contains only the gateway's own ids */
  reference: string | undefined
  /** The gateway's ids of the payment */
  gatewayIds?: string[]
  /** Id of the message, identical for repeated messages */
  messageId: string
  /** Part of the notification that is stored, if the notification contains unneeded data about the buyer */
  kept?: string
  /** Currency whose key signed the notification, if each currency has its own key */
  currency?: Currency
  /** Amount in the notification, for a comparison with the payment; set if the signature does not protect the boundaries between fields */
  amountMinor?: number
}

/** Received message from a gateway. `body` is unmodified because signatures cover its bytes. */
export type GatewayMessage = { body: string; headers: Record<string, string | string[] | undefined> }

/** Error for a payment that the gateway definitely refused, so no money can have been paid. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

/** Error for a request with an unknown outcome: the response is missing or untrusted. The payment has to be looked up. */
export class GatewayUnclearError extends Error {
  override name = 'GatewayUnclearError'
}

/** Ignores a `GatewayUnclearError`, because status checks of payments are retried later. */
export function ignoreUnclear(error: unknown): void {
  if (!(error instanceof GatewayUnclearError)) throw error
}

/** Error for a message that is not from the gateway or is malformed. The error message states the reason and contains no secrets. */
export class UntrustedMessageError extends Error {
  override name = 'UntrustedMessageError'
}

/** Payment service. All implementations pass the same compliance tests. */
export type Gateway = {
  name: GatewayName
  /** True if the gateway moves no money */
  isTrial?: boolean
  /** Payment methods by currency; missing currencies are not accepted */
  methods: Partial<Record<Currency, readonly PaymentMethod[]>>
  /** Smallest accepted amounts in minor units; undefined without a minimum */
  leastMinor?: Partial<Record<Currency, number>>
  /**
   * Sends a new payment to the gateway.
   * @throws PaymentRefusedError, GatewayUnclearError
   */
  initiate: (payment: PaymentRequest) => Promise<Initiated>
  /**
   * Reads the status of a payment without changing the payment.
   * @throws GatewayUnclearError when the gateway is unreachable or its response is untrusted
   */
  read: (payment: KnownPayment) => Promise<PaymentStatus>
  /**
   * Verifies that the gateway sent the message.
   * @returns undefined for a genuine message that does not concern a payment
   * @throws UntrustedMessageError
   */
  verify: (message: GatewayMessage) => Notification | undefined
  /** Cancels an open payment at the gateway, if the gateway supports cancellation. The payment may still be paid. */
  cancel?: (payment: KnownPayment) => Promise<void>
}
