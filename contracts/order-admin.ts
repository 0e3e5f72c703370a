import { z } from 'zod'
import { email } from './email.ts'
import { ListQuery, plainText } from './list.ts'
import { Currency, OptionalAmount } from './money.ts'
import { Amount, AppliedRate } from './order.ts'
import { ATTEMPT_STATES, GATEWAYS, ORDER_STATES, PAYMENT_METHODS, REFUND_REASONS } from './payment.ts'
import { OrderedProduct, ProductKind } from './product.ts'

export const OrderSummary = z.object({
  id: z.string(),
  state: z.enum(ORDER_STATES),
  product: OrderedProduct,
  amount: Amount.nullable().meta({ description: 'Null for what was granted by hand: nothing was asked for it' }),
  returnedMinor: z
    .int()
    .meta({ description: 'What of the amount went back to the buyer, in cents; the item stays theirs until all of it did' }),
  email: z.string().nullable(),
  receiptNumber: z.int().nullable(),
  refundDue: z.boolean().meta({ description: 'Money has to go back to the buyer' }),
  createdAt: z.iso.datetime(),
})
export type OrderSummary = z.infer<typeof OrderSummary>

export const OrderQuery = ListQuery.extend({
  limit: ListQuery.shape.limit.default(50),
  state: z.enum([...ORDER_STATES, 'refund_due']).optional(),
})
export type OrderQuery = z.infer<typeof OrderQuery>

export const AttemptDetails = z.object({
  id: z.string(),
  state: z.enum(ATTEMPT_STATES),
  gateway: z.enum(GATEWAYS),
  method: z.enum(PAYMENT_METHODS),
  amount: Amount,
  reference: z.string(),
  gatewayReference: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  nextCheckAt: z.iso.datetime().nullable(),
  unreadableSince: z.iso.datetime().nullable().meta({ description: 'Since when its gateway has given no clear answer' }),
  refundDue: z.object({ reason: z.enum(REFUND_REASONS), since: z.iso.datetime(), settledAt: z.iso.datetime().nullable() }).nullable(),
  returns: z
    .array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(['refund', 'chargeback']),
        amountMinor: z.int().meta({ description: 'Negative when it failed or was reversed' }),
        byHand: z.boolean().meta({ description: 'Recorded by an administrator; the gateway has not reported it' }),
        reason: z.string().nullable(),
      }),
    )
    .meta({ description: 'Money that went back, or should have' }),
  events: z.array(
    z.object({
      at: z.iso.datetime(),
      from: z.enum(ATTEMPT_STATES).nullable(),
      to: z.enum(ATTEMPT_STATES),
      cause: z.enum(['buyer', 'gateway', 'time', 'admin']),
      detail: z.string().nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      at: z.iso.datetime(),
      kind: z.enum(['answer', 'message', 'reading']).meta({ description: 'To our request, sent by itself, or read by us' }),
      body: z.string().meta({ description: 'As it came, without signatures' }),
    }),
  ),
})
export type AttemptDetails = z.infer<typeof AttemptDetails>

export const OrderDetails = OrderSummary.extend({
  priceMinor: z.int(),
  rate: AppliedRate.nullable(),
  browsers: z.int().meta({ description: 'How many browsers hold it' }),
  receipt: z.object({ number: z.int(), email: z.string(), issuedAt: z.iso.datetime(), sentAt: z.iso.datetime().nullable() }).nullable(),
  grant: z
    .object({ reason: z.string(), by: z.string().nullable(), at: z.iso.datetime(), revokedAt: z.iso.datetime().nullable() })
    .nullable(),
  attempts: z.array(AttemptDetails),
})
export type OrderDetails = z.infer<typeof OrderDetails>

/** How many people would lose an item that is deleted. */
export const Owners = z.object({
  owners: z.int().meta({ description: 'E-mail addresses that own it by a payment that stands, or by a grant' }),
})

/** A manual grant: an item for someone without a payment through a gateway. */
export const GrantForm = z.object({
  email,
  product: ProductKind,
  productId: plainText(100).min(1, 'Choose an item.'),
  reason: plainText(500).min(1, 'Say why it is granted.'),
})
export type GrantForm = z.infer<typeof GrantForm>

export const ReasonForm = z.object({ reason: plainText(500).min(1, 'Say why.') })
export type ReasonForm = z.infer<typeof ReasonForm>

/** A refund that was made at a gateway which reports none. */
export const RefundForm = ReasonForm.extend({
  amount: OptionalAmount.meta({ description: 'In the currency of the order, such as 4.50; without it, all that is left of the payment' }),
})
export type RefundForm = z.infer<typeof RefundForm>

/** Payments and refunds, each in the month in which it happened. A month is closed a week after its end and does not change then. */
export const SalesRow = z.object({
  month: z.string().meta({ description: 'YYYY-MM, in Zimbabwe' }),
  currency: Currency,
  product: OrderedProduct,
  sold: z.int().meta({ description: 'Payments of the month, whatever became of them' }),
  amountMinor: z.int(),
  refunded: z
    .int()
    .meta({ description: 'Refunds and chargebacks of the month, whenever their payments were made, less those that failed' }),
  refundedMinor: z.int(),
  netMinor: z.int().meta({ description: 'The amount sold less the amount refunded' }),
})
export type SalesRow = z.infer<typeof SalesRow>

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'A month, such as 2026-11.')
export const SalesQuery = z.object({ from: Month.optional(), to: Month.optional() })
export type SalesQuery = z.infer<typeof SalesQuery>
