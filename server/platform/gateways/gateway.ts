import type { GatewayName, PaymentMethod } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'

/** `processing`: the buyer has paid, and the money arrives or fails to within days. */
export type GatewayState = 'open' | 'processing' | 'paid' | 'cancelled' | 'failed' | 'expired' | 'disputed' | 'refunded' | 'charged_back'

/** What a gateway needs to find the payment again, such as its poll URL. Stored with the attempt, read only by that gateway. */
export type GatewayHandle = Record<string, string>

/** A payment as it is sent to a gateway. It is stored before, so that it can be looked up even when the answer is lost. */
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
  /** Where the gateway sends the browser after the payment */
  returnUrl: string
  /** Where the gateway sends the browser when the buyer cancels */
  cancelUrl: string
}

/** The gateway's answer to a payment that it accepted. */
export type Initiated = {
  /** The page on which the buyer pays; undefined when the buyer's phone asks */
  pageUrl?: string | undefined
  /** The gateway's text on what the buyer has to do, when there is no page */
  instructions?: string | undefined
  handle: GatewayHandle
  /** The gateway's own number, for support requests */
  gatewayReference?: string | undefined
  expiresAt?: Date | undefined
  /** The unchanged answer, which is stored */
  raw: string
}

/** A payment whose status is read. */
export type KnownPayment = Pick<PaymentRequest, 'reference' | 'amountMinor' | 'currency'> & {
  /** Empty when the answer to the request was lost */
  handle: GatewayHandle
  /** When it was stored, just before it was sent: narrows down the search for one whose answer was lost */
  createdAt: Date
}

/** Money of a payment that went back to the buyer. */
export type MoneyReturn = {
  /** The gateway's id of the refund or dispute */
  id: string
  kind: 'refund' | 'chargeback'
  amountMinor: number
  /** When, if the gateway says */
  at?: Date | undefined
  /** Set when it came to nothing, such as a refund that failed: the money is with the shop again */
  undone?: { at?: Date | undefined; reason?: string | undefined } | undefined
}

/** What the gateway answers when it is asked about a payment. */
export type PaymentStatus =
  /** The gateway certainly has no such payment */
  | { found: false; raw: string }
  | {
      found: true
      /** Undefined for a state that we don't know, which only causes an alert */
      state: GatewayState | undefined
      /** The gateway's own name of the state; one short line */
      statusText?: string | undefined
      amountMinor: number
      currency: Currency
      /** When it was paid, if the gateway says */
      paidAt?: Date | undefined
      /** All that ever went back; undefined for a gateway that reports only a state */
      returns?: MoneyReturn[] | undefined
      gatewayReference?: string | undefined
      /** Every id by which messages may name the payment */
      gatewayIds?: string[] | undefined
      /** Replaces the stored one, when the answer holds more */
      handle?: GatewayHandle | undefined
      pageUrl?: string | undefined
      raw: string
    }

/** A verified message from a gateway that something changed. It proves nothing else: the status is read afterwards. */
export type Notification = {
  /** Undefined when the message names the payment only by the gateway's own ids */
  reference: string | undefined
  /** Ids that the gateway gave the payment */
  gatewayIds?: string[]
  /** Equal for repetitions of a message */
  messageId: string
  /** What is stored of the message, when it holds more about the buyer than is needed */
  kept?: string
  /** The currency whose key signed the message, when each currency has its own key */
  currency?: Currency
  /** The amount in the message, when the signature does not protect where the field begins */
  amountMinor?: number
}

/** A message as it arrived. `body` is unchanged, since signatures cover its bytes. */
export type GatewayMessage = { body: string; headers: Record<string, string | string[] | undefined> }

/** The gateway certainly refused the payment; nothing can have been paid. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

/** The outcome of the request is unknown: no answer, or none that can be trusted. The payment has to be looked up. */
export class GatewayUnclearError extends Error {
  override name = 'GatewayUnclearError'
}

/** The message is not from the gateway, or is malformed. The error's text says why and holds no secret. */
export class UntrustedMessageError extends Error {
  override name = 'UntrustedMessageError'
}

/** A payment service. Every implementation passes the same compliance suite. */
export type Gateway = {
  name: GatewayName
  /** Set when no money moves through it */
  isTrial?: boolean
  /** By currency; a missing currency is not accepted */
  methods: Partial<Record<Currency, readonly PaymentMethod[]>>
  /** The smallest accepted amounts in minor units, if there are any */
  leastMinor?: Partial<Record<Currency, number>>
  /** @throws PaymentRefusedError, GatewayUnclearError */
  initiate: (payment: PaymentRequest) => Promise<Initiated>
  /**
   * Reads the status without changing anything at the gateway.
   * @throws GatewayUnclearError when the gateway can't be asked or its answer can't be trusted
   */
  read: (payment: KnownPayment) => Promise<PaymentStatus>
  /**
   * Verifies that the gateway itself sent the message.
   * @returns undefined for a genuine message that concerns no payment
   * @throws UntrustedMessageError
   */
  verify: (message: GatewayMessage) => Notification | undefined
  /** Asks the gateway to accept no payment any more, if it supports that. It may be paid all the same. */
  cancel?: (payment: KnownPayment) => Promise<void>
}
