/* Payment states. They are separate from the schemas so that pages which display payments don't load the validation library. */

/** Payment methods: the gateway's web page, or a prompt on the buyer's phone. */
export const PAYMENT_METHODS = ['web', 'ecocash', 'onemoney'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const MANUAL_METHODS = ['cash', 'transfer'] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

/** Payment methods that send a prompt to the buyer's phone and require its number. */
export const PHONE_METHODS: readonly PaymentMethod[] = ['ecocash', 'onemoney']

/**
 * States of a payment attempt. An attempt is `initiating` until the gateway responds; `processing` means that the buyer has paid and the
 * bank takes days to settle. `failed`, `cancelled` and `expired` attempts may still become `paid`.
 */
export const ATTEMPT_STATES = [
  'initiating',
  'open',
  'processing',
  'paid',
  'disputed',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'charged_back',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** States of an order, derived from its payment attempts. `granted` orders have a manual grant instead of a payment. */
export const ORDER_STATES = ['unpaid', 'paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back', 'superseded'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** States of an order's quote: the price still applies (`stands`), it has `changed`, or the item is no longer for sale (`gone`). */
export const QUOTE_STATES = ['stands', 'changed', 'gone'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

export const CURRENCY_REFUSALS = ['no_gateway', 'no_rate', 'stale_rate'] as const
export type CurrencyRefusal = (typeof CURRENCY_REFUSALS)[number]

export const OFFER_REFUSALS = [...CURRENCY_REFUSALS, 'too_small'] as const
export type OfferRefusal = (typeof OFFER_REFUSALS)[number]

export const REFUND_REASONS = ['second_payment', 'wrong_amount', 'item_gone'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Scale of stored exchange rates: integer millionths of the converted currency per US dollar. */
export const RATE_SCALE = 1_000_000
