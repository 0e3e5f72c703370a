import { z } from 'zod'
import { BULK_ITEMS } from '#contracts/catalogue/bulk-change.ts'
import { email } from '#contracts/common/email.ts'
import { EMAIL_LENGTH } from '#contracts/common/email-format.ts'
import { ListQuery, plainText } from '#contracts/common/list.ts'
import { MailState } from '#contracts/common/mail-state.ts'
import { PAYMENT_CHANNELS } from './gateways.ts'
import { Currency, OptionalAmount, PositiveAmount } from './money.ts'
import { Amount, AppliedRate } from './order.ts'
import { ATTEMPT_STATES, MANUAL_METHODS, ORDER_STATES, PAYMENT_METHODS, REFUND_REASONS } from './payment.ts'
import { OrderedProduct, ProductKind, ProductRef } from './product.ts'
import { isDay } from './shop-time.ts'

export const OrderSummary = z.object({
  id: z.string(),
  state: z.enum(ORDER_STATES),
  product: OrderedProduct,
  amount: Amount.nullable().meta({ description: 'Amount of the order; null for manual grants' }),
  returnedMinor: z.int().meta({ description: 'Refunded amount in cents; the buyer keeps access until all of it is refunded' }),
  email: z.string().nullable(),
  receiptNumber: z.int().nullable().meta({ description: 'Negative for trial payments, whose receipts have a series of their own' }),
  trial: z.boolean().meta({ description: 'Whether a payment was started that moves no money' }),
  refundDue: z.boolean().meta({ description: 'Whether a refund to the buyer is due' }),
  createdAt: z.iso.datetime(),
})
export type OrderSummary = z.infer<typeof OrderSummary>

export const OrderQuery = ListQuery.extend({
  limit: ListQuery.shape.limit.default(50),
  state: z
    .enum([...ORDER_STATES, 'refund_due', 'relevant'])
    .optional()
    .meta({
      description: 'relevant: paid, granted or refunded orders, and orders whose payment is being processed or has an unreadable status',
    }),
  email: plainText(EMAIL_LENGTH).optional().meta({ description: 'Only orders with this email address; ignores case' }),
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** Form that replaces a buyer's mistyped email address. The old address loses access; the new one receives the link to the order. */
export const EmailCorrection = z.object({
  email,
  allOrders: z.boolean().default(false).meta({ description: 'Whether all orders with the old address are corrected, or only this order' }),
})
export type EmailCorrection = z.infer<typeof EmailCorrection>

export const AttemptDetails = z.object({
  id: z.string(),
  state: z.enum(ATTEMPT_STATES),
  gateway: z.enum(PAYMENT_CHANNELS).meta({ description: 'manual: payment recorded by an administrator' }),
  method: z.enum([...PAYMENT_METHODS, ...MANUAL_METHODS]),
  trial: z.boolean().meta({ description: 'Whether the gateway moved no money' }),
  amount: Amount,
  reference: z.string(),
  gatewayReference: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  nextCheckAt: z.iso.datetime().nullable(),
  unreadableSince: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time since which the gateway has given no clear response about the payment' }),
  refundDue: z.object({ reason: z.enum(REFUND_REASONS), since: z.iso.datetime(), settledAt: z.iso.datetime().nullable() }).nullable(),
  returns: z
    .array(
      z.object({
        at: z.iso.datetime(),
        kind: z.enum(['refund', 'chargeback']),
        amountMinor: z.int().meta({ description: 'Amount in cents; negative for a failed refund or a reversed chargeback' }),
        byHand: z.boolean().meta({ description: 'Whether an administrator recorded the refund and the gateway has not reported it' }),
        reason: z.string().nullable(),
      }),
    )
    .meta({ description: 'Refunds and chargebacks of the payment' }),
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
      kind: z
        .enum(['answer', 'message', 'reading'])
        .meta({ description: 'Response to a payment request (answer), notification (message), or polled status (reading)' }),
      body: z.string().meta({ description: 'Raw message from the gateway, without signatures' }),
    }),
  ),
})
export type AttemptDetails = z.infer<typeof AttemptDetails>

export const OrderDetails = OrderSummary.extend({
  priceMinor: z.int(),
  rate: AppliedRate.nullable(),
  browsers: z.int().meta({ description: 'Number of browsers with access to the order' }),
  receipt: z
    .object({
      number: z.int(),
      email: z.string(),
      issuedAt: z.iso.datetime(),
      sentAt: z.iso.datetime().nullable().meta({ description: 'Time at which the mail server accepted the email; null until then' }),
      mail: MailState,
      problem: z.string().nullable().meta({ description: 'The reason why the mail server has not accepted the email' }),
    })
    .nullable(),
  grant: z
    .object({ reason: z.string(), by: z.string().nullable(), at: z.iso.datetime(), revokedAt: z.iso.datetime().nullable() })
    .nullable(),
  attempts: z.array(AttemptDetails),
})
export type OrderDetails = z.infer<typeof OrderDetails>

/** Items of one kind whose owners are counted. The ids are sent in a request body because a URL can't contain so many. */
export const OwnedItems = z.object({ product: ProductKind, productIds: z.array(ProductRef.shape.productId).min(1).max(BULK_ITEMS) })
export type OwnedItems = z.infer<typeof OwnedItems>

/** Counts of buyers affected by the withdrawal or deletion of items, and of the items that have buyers. */
export const Owners = z.object({
  owners: z.int().meta({ description: 'Number of email addresses with a grant or an unrefunded payment for any of the items' }),
  items: z.int().meta({
    description: 'Number of requested items for which at least one email address has a grant or an unrefunded payment',
  }),
})
export type Owners = z.infer<typeof Owners>

/** Manual grant: access to an item without a payment. */
export const GrantForm = z.object({
  email,
  product: ProductKind,
  productId: plainText(100).min(1, 'Choose an item.'),
  reason: plainText(500).min(1, 'Enter a reason for the grant.'),
})
export type GrantForm = z.infer<typeof GrantForm>

/** Day of a past payment in the shop's time zone. */
const PastDay = plainText(10)
  .regex(/^\d{4}-\d\d-\d\d$/, { error: 'Enter the date of the payment.', abort: true })
  .refine(isDay, { error: 'This date does not exist.', abort: true })
  .refine((day) => day >= '2000', 'Enter the year with four digits.')

/** A payment that was received in person. The buyer gets a receipt and access to the item. */
export const ManualPaymentForm = z.object({
  email,
  product: ProductKind,
  productId: plainText(100).min(1, 'Choose an item.'),
  amount: PositiveAmount,
  currency: Currency,
  method: z.enum(MANUAL_METHODS),
  paidOn: PastDay.meta({
    description:
      'YYYY-MM-DD, in the shop’s time zone, and not in the future. If the month of the payment is closed, the payment counts in the current month',
  }),
  note: plainText(500).default(''),
  confirmed: z.boolean('Confirm the amount, or correct it.').default(false).meta({
    description: 'Whether the amount is right although it is at least ten times the price of the item, or at most a tenth of it',
  }),
})
export type ManualPaymentForm = z.infer<typeof ManualPaymentForm>

export const ReasonForm = z.object({ reason: plainText(500).min(1, 'Enter a reason.') })
export type ReasonForm = z.infer<typeof ReasonForm>

/** Refund that was issued at a gateway which does not report refunds. */
export const RefundForm = ReasonForm.extend({
  amount: OptionalAmount.meta({
    description: 'Refunded amount in the order’s currency, such as 4.50; defaults to the amount not yet refunded',
  }),
})
export type RefundForm = z.infer<typeof RefundForm>

/**
 * Monthly sales of an item: payments and refunds are counted in the month in which they happened. A month closes a week after its end; its
 * figures are final from then on.
 */
export const SalesRow = z.object({
  month: z.string().meta({ description: 'Month as YYYY-MM, in the shop’s time zone' }),
  currency: Currency,
  product: OrderedProduct,
  sold: z.int().meta({ description: 'Number of payments received in the month, including payments that were refunded later' }),
  amountMinor: z.int(),
  refunded: z.int().meta({
    description: 'Number of refunds and chargebacks in the month, minus failed ones, regardless of when the payment was received',
  }),
  refundedMinor: z.int(),
  netMinor: z.int().meta({ description: 'Amount sold minus amount refunded' }),
})
export type SalesRow = z.infer<typeof SalesRow>

export const CURRENT_PERIODS = ['today', 'week', 'month'] as const

/** Sales totals of the current day, week (from Monday) and month, in the shop's time zone. The month's totals equal the sum of its sales rows. */
export const CurrentSales = SalesRow.omit({ month: true, product: true }).extend({ period: z.enum(CURRENT_PERIODS) })
export type CurrentSales = z.infer<typeof CurrentSales>

const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-11.')
export const SalesQuery = z.object({ from: Month.optional(), to: Month.optional() })
export type SalesQuery = z.infer<typeof SalesQuery>
