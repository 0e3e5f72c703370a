import type { GatewayName, PaymentMethod } from '#contracts/shop/payment.ts'
import type { Currency } from '#contracts/shop/price.ts'

/** State of a payment at a gateway. `processing`: the buyer has paid, and the bank confirms or rejects the payment within days. */
export type GatewayState = 'open' | 'processing' | 'paid' | 'cancelled' | 'failed' | 'expired' | 'disputed' | 'refunded' | 'charged_back'

/** Data with which a gateway finds the payment again, such as its poll URL. Stored with the attempt, read only by that gateway. */
export type GatewayHandle = Record<string, string>

/** A payment to send to a gateway. It is stored before, so that it can be looked up even if the response is lost. */
export type PaymentRequest = {
  /** Identifies the payment at the gateway: opaque, unique, 32 letters and digits */
  reference: string
  /** Minor units (cents) */
  amountMinor: number
  currency: Currency
  /** The item, for the buyer's statement; one line */
  title: string
  email: string
  method: PaymentMethod
  /** International or local digits; for methods that prompt a phone */
  phone?: string | undefined
  /** URL to which the gateway redirects the browser after the payment */
  returnUrl: string
  /** URL to which the gateway redirects the browser when the buyer cancels */
  cancelUrl: string
}

/** The gateway's response to an accepted payment. */
export type Initiated = {
  /** The page on which the buyer pays; undefined for a prompt on the buyer's phone */
  pageUrl?: string | undefined
  /** The gateway's instructions for the buyer, when it has no payment page */
  instructions?: string | undefined
  handle: GatewayHandle
  /** The gateway's own number, for support requests */
  gatewayReference?: string | undefined
  expiresAt?: Date | undefined
  /** The response that is stored, without data about the buyer that the shop does not need */
  raw: string
}

/** A payment whose status is read. */
export type KnownPayment = Pick<PaymentRequest, 'reference' | 'amountMinor' | 'currency'> & {
  /** Empty when the response to the payment request was lost */
  handle: GatewayHandle
  /** Time at which the payment was stored, just before it was sent: limits the search for a payment whose response was lost */
  createdAt: Date
}

/** A refund or chargeback of a payment. */
export type MoneyReturn = {
  /** The gateway's id of the refund or dispute */
  id: string
  kind: 'refund' | 'chargeback'
  amountMinor: number
  /** Time of the return, if the gateway reports it */
  at?: Date | undefined
  /** Set when the return was reversed, such as by a failed refund: the shop has the money again */
  undone?: { at?: Date | undefined; reason?: string | undefined } | undefined
}

/** The status of a payment at its gateway. */
export type PaymentStatus =
  /** The gateway certainly has no such payment */
  | { found: false; raw: string }
  | {
      found: true
      /** Undefined for a state that the app doesn't know, which only raises an alert */
      state: GatewayState | undefined
      /** The gateway's own name of the state; one short line */
      statusText?: string | undefined
      amountMinor: number
      currency: Currency
      /** Time of the payment, if the gateway reports it */
      paidAt?: Date | undefined
      /** All refunds and chargebacks so far; undefined for a gateway that reports only a state */
      returns?: MoneyReturn[] | undefined
      gatewayReference?: string | undefined
      /** All ids by which messages may refer to the payment */
      gatewayIds?: string[] | undefined
      /** Replaces the stored handle, when the response contains further fields */
      handle?: GatewayHandle | undefined
      pageUrl?: string | undefined
      raw: string
    }

/** A verified message from a gateway about a change. Its content is not trusted: the status is read afterwards. */
export type Notification = {
  /** Undefined when the message refers to the payment only by the gateway's own ids */
  reference: string | undefined
  /** The gateway's ids of the payment */
  gatewayIds?: string[]
  /** Identical for repetitions of a message */
  messageId: string
  /** The part of the message that is stored, when the message contains unneeded data about the buyer */
  kept?: string
  /** The currency whose key signed the message, when each currency has its own key */
  currency?: Currency
  /** The amount in the message, when the signature does not protect the boundaries of the field */
  amountMinor?: number
}

/** A received message. `body` is unchanged, since signatures cover its bytes. */
export type GatewayMessage = { body: string; headers: Record<string, string | string[] | undefined> }

/** The gateway certainly refused the payment, so nothing can have been paid. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

/** The outcome of the request is unknown: no response, or an untrusted one. The payment has to be looked up. */
export class GatewayUnclearError extends Error {
  override name = 'GatewayUnclearError'
}

/** Ignores errors of unreachable gateways, for checks that are retried later. */
export function ignoreUnclear(error: unknown): void {
  if (!(error instanceof GatewayUnclearError)) throw error
}

/** The message is not from the gateway, or is malformed. The error's text has the reason and no secrets. */
export class UntrustedMessageError extends Error {
  override name = 'UntrustedMessageError'
}

/** A payment service. Every implementation passes the same compliance suite. */
export type Gateway = {
  name: GatewayName
  /** Set when the gateway moves no money */
  isTrial?: boolean
  /** By currency; a missing currency is not accepted */
  methods: Partial<Record<Currency, readonly PaymentMethod[]>>
  /** The smallest accepted amounts in minor units, if there are any */
  leastMinor?: Partial<Record<Currency, number>>
  /** @throws PaymentRefusedError, GatewayUnclearError */
  initiate: (payment: PaymentRequest) => Promise<Initiated>
  /**
   * Reads the status without changing anything at the gateway.
   * @throws GatewayUnclearError when the gateway is unreachable or its response is untrusted
   */
  read: (payment: KnownPayment) => Promise<PaymentStatus>
  /**
   * Verifies that the gateway itself sent the message.
   * @returns undefined for a genuine message that does not concern a payment
   * @throws UntrustedMessageError
   */
  verify: (message: GatewayMessage) => Notification | undefined
  /** Cancels an open payment at the gateway, if the gateway supports that. It may still be paid. */
  cancel?: (payment: KnownPayment) => Promise<void>
}
