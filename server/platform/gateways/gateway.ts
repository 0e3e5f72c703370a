import type { GatewayName, PaymentMethod } from '#contracts/payment.ts'
import type { Currency } from '#contracts/price.ts'

/** What a gateway says has become of a payment. */
export type GatewayState = 'open' | 'paid' | 'cancelled' | 'failed' | 'expired' | 'disputed' | 'refunded' | 'charged_back'

/** Whatever a gateway needs to find the payment again, such as its poll address. Kept with the attempt, read by that gateway alone. */
export type GatewayHandle = Record<string, string>

/** A payment as it is handed to a gateway. It is stored before, so that it can be looked for whatever happens to the answer. */
export type PaymentRequest = {
  /** Opaque, 32 letters and digits, unique; the gateway knows the payment by it */
  reference: string
  /** Minor units (cents) */
  amountMinor: number
  currency: Currency
  /** What is bought, for the buyer's statement; one line */
  title: string
  email: string
  method: PaymentMethod
  /** International or local digits; given when the method is a prompt on a phone */
  phone?: string | undefined
  /** Where the gateway sends the browser afterwards */
  returnUrl: string
  /** Where the browser goes when the buyer turns back */
  cancelUrl: string
}

/** The gateway's answer to a payment that it took on. */
export type Initiated = {
  /** Where the browser goes to pay; none when the buyer's phone asks */
  address?: string | undefined
  /** What the buyer has to do, in the gateway's words, when there is no page to go to */
  instructions?: string | undefined
  handle: GatewayHandle
  /** The gateway's own number, for people who ask it about a payment */
  gatewayReference?: string | undefined
  expiresAt?: Date | undefined
  /** The answer as it came, for the record */
  raw: string
}

/** A payment as it is looked up again. */
export type KnownPayment = Pick<PaymentRequest, 'reference' | 'amountMinor' | 'currency'> & {
  /** Empty when the answer to the request was lost */
  handle: GatewayHandle
  /** When it was stored, just before the gateway was asked: where to look for a lost one */
  createdAt: Date
}

/** The truth about a payment, read from the gateway itself. */
export type PaymentStatus =
  /** The gateway says for certain that it has no such payment */
  | { found: false; raw: string }
  | {
      found: true
      /** Undefined when the gateway says something that we don't know; nothing follows from it but an alert */
      state: GatewayState | undefined
      amountMinor: number
      currency: Currency
      gatewayReference?: string | undefined
      /** Replaces the one that is kept, when the reading brought more */
      handle?: GatewayHandle | undefined
      address?: string | undefined
      raw: string
    }

/** A verified message from a gateway. It is only a hint that something happened: the truth is read. */
export type Notification = {
  reference: string
  /** The same for the same message, however often it comes */
  messageId: string
  /** What is kept of the message, when it holds more of the buyer than anybody needs */
  kept?: string
  /** The currency whose key signed the message, where each has a key of its own */
  currency?: Currency
  /** The amount that it speaks of, where the signature leaves open how much of its text that is */
  amountMinor?: number
}

/** A message as it arrived. `body` is exact, since signatures cover its bytes. */
export type GatewayMessage = { body: string; headers: Record<string, string | string[] | undefined> }

/** The gateway refused the payment for certain; nothing can have been paid. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

/** Nobody knows what became of the request: no answer, or none that can be trusted. The payment has to be looked up. */
export class GatewayUnclearError extends Error {
  override name = 'GatewayUnclearError'
}

/** A message that is not the gateway's, or is not to be believed. Its text says why and holds no secret. */
export class UntrustedMessageError extends Error {
  override name = 'UntrustedMessageError'
}

/** One way to be paid. Every implementation passes the same compliance suite. */
export type Gateway = {
  name: GatewayName
  /** Set when no money moves through it */
  isTrial?: boolean
  /** Ways to pay by currency; a currency that is missing can't be paid in here */
  methods: Partial<Record<Currency, readonly PaymentMethod[]>>
  /** The smallest amounts that it takes, in minor units, where there are such */
  leastMinor?: Partial<Record<Currency, number>>
  /** @throws PaymentRefusedError, GatewayUnclearError */
  initiate: (payment: PaymentRequest) => Promise<Initiated>
  /**
   * Never changes anything at the gateway.
   * @throws GatewayUnclearError when the gateway can't be asked or its answer can't be trusted
   */
  read: (payment: KnownPayment) => Promise<PaymentStatus>
  /**
   * Checks that the gateway itself sent the message.
   * @returns undefined for a genuine message that concerns no payment
   * @throws UntrustedMessageError
   */
  verify: (message: GatewayMessage) => Notification | undefined
  /** Asks the gateway to take no more money for it, where it can be asked. It may be paid all the same. */
  cancel?: (payment: KnownPayment) => Promise<void>
}
