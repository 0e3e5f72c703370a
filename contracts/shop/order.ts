import { z } from 'zod'
import { email } from '#contracts/common/email.ts'
import { plainText } from '#contracts/common/list.ts'
import { MailState } from '#contracts/common/mail-state.ts'
import { cleanPasted } from '#contracts/common/pasted-code.ts'
import { ClientId } from './access.ts'
import { FORMER_NAMES, presentName } from './former-gateway-names.ts'
import { GATEWAY_NAMES } from './gateways.ts'
import { Currency } from './money.ts'
import { ATTEMPT_STATES, OFFER_REFUSALS, ORDER_STATES, PAYMENT_METHODS, PHONE_METHODS, QUOTE_STATES } from './payment.ts'
import { OrderedProduct } from './product.ts'

/** Amount charged to the buyer, in minor units (cents). */
export const Amount = z.object({ currency: Currency, minor: z.int() })
export type Amount = z.infer<typeof Amount>

/** Header with the client id of the browser. An order is visible only to browsers that have access to it. */
export const ClientHeader = z.object({ 'client-id': ClientId })

export const OrderId = z.object({ id: plainText(100).min(1) })

export const AppliedRate = z.object({
  zwgPerUsd: z.string().meta({ description: 'Decimal text, such as 26.7431' }),
  asOf: z.iso.datetime(),
  source: z.string(),
})
export type AppliedRate = z.infer<typeof AppliedRate>

export const PaymentOption = z.object({
  gateway: z.enum(GATEWAY_NAMES),
  method: z.enum(PAYMENT_METHODS),
  trial: z.literal(true).optional().meta({ description: 'Present if the gateway moves no money' }),
})
export type PaymentOption = z.infer<typeof PaymentOption>

/** Current price of an ordered item in a currency, with the reason if the currency is unavailable. */
export const CurrencyOffer = z.object({
  currency: Currency,
  amountMinor: z.int().nullable(),
  refused: z.enum(OFFER_REFUSALS).nullable().meta({ description: 'too_small: the amount is below the minimum of every gateway' }),
})
export type CurrencyOffer = z.infer<typeof CurrencyOffer>

/** An order as visible to its buyer. */
export const Order = z.object({
  id: z.string(),
  state: z.enum(ORDER_STATES),
  product: OrderedProduct,
  amount: Amount,
  priceMinor: z.int().meta({ description: 'Price in US cents from which the amount was computed' }),
  rate: AppliedRate.nullable(),
  quote: z.enum(QUOTE_STATES).meta({
    description: 'Whether the ordered price still applies, the price has changed, or the item is no longer for sale',
  }),
  offers: z.array(CurrencyOffer).meta({ description: 'Current price in both currencies, with the reason if a currency is unavailable' }),
  ways: z
    .array(PaymentOption)
    .meta({ description: 'Payment options in the order’s currency; empty when online payment is off or the amount is below the minimum' }),
  email: z.string().nullable(),
  attempt: z
    .object({
      state: z.enum(ATTEMPT_STATES),
      gateway: z.enum(GATEWAY_NAMES),
      method: z.enum(PAYMENT_METHODS),
      phone: z.string().nullable().meta({ description: 'Phone number that receives the payment prompt, while the payment is open' }),
      address: z.string().nullable().meta({ description: 'URL of the gateway’s page on which an open payment is continued' }),
      instructions: z.string().nullable(),
      reason: z.string().nullable().meta({ description: 'Reason for the failed payment, worded for the buyer' }),
      expiresAt: z.iso.datetime().nullable(),
    })
    .nullable()
    .meta({ description: 'Payment attempt that is being processed, or else the latest attempt' }),
  receiptNumber: z.int().nullable().meta({ description: 'Negative for trial payments, whose receipts have a series of their own' }),
  receiptMail: MailState.nullable().meta({ description: 'State of the email with the receipt; null for an order without a receipt' }),
  link: z.string().nullable().meta({
    description: 'URL that opens a paid order in any browser, as in the receipt; null if a mail server accepted the receipt',
  }),
  refundedMinor: z.int().meta({ description: 'Refunded so far, in minor units of the order’s currency' }),
  returnUrl: z.string().meta({ description: 'URL of the page from which the visitor started the order' }),
  createdAt: z.iso.datetime(),
})
export type Order = z.infer<typeof Order>

/** Signed part of a link to an order, used in emails and in the return URL of a gateway. */
export const OrderClaim = z.object({ key: z.string().min(1).max(200) })
export type OrderClaim = z.infer<typeof OrderClaim>

/** Corrected email address of the buyer, while no mail server has accepted the receipt. */
export const ReceiptAddress = z.object({ email })
export type ReceiptAddress = z.infer<typeof ReceiptAddress>

/** Phone number: digits with an optional plus. Spaces, dashes and parentheses are removed. */
const Phone = z
  .string()
  .transform((text) => cleanPasted(text).replaceAll(/[ ().-]/g, ''))
  .pipe(z.string().regex(/^\+?\d{9,15}$/, 'Enter a phone number, such as 0771 234 567.'))

/** Gateway of a payment form. Pages and clients of earlier versions send former names. */
const SentGateway = z
  .enum([...GATEWAY_NAMES, ...(Object.keys(FORMER_NAMES) as (keyof typeof FORMER_NAMES)[])])
  .transform((name) => presentName(name))
  .pipe(z.enum(GATEWAY_NAMES))

export const PaymentForm = z
  .object({ gateway: SentGateway, method: z.enum(PAYMENT_METHODS), email, phone: Phone.optional() })
  .refine(({ method, phone }) => phone !== undefined || !PHONE_METHODS.includes(method), {
    path: ['phone'],
    error: 'Enter the phone number to pay from.',
  })
  .refine(({ method, phone }) => phone === undefined || PHONE_METHODS.includes(method), {
    path: ['phone'],
    error: 'This payment method needs no phone number.',
  })
export type PaymentForm = z.infer<typeof PaymentForm>
