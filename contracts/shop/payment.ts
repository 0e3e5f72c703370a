/* States of payments, without schemas, so that pages which display them do not load the validation library. */

export const GATEWAYS = ['paynow', 'stripe', 'sandbox'] as const
export type GatewayName = (typeof GATEWAYS)[number]
/** `manual` is a payment in person, which an administrator records. */
export const PAYMENT_CHANNELS = [...GATEWAYS, 'manual'] as const
export type PaymentChannel = (typeof PAYMENT_CHANNELS)[number]

/** Payment method at a gateway: its own web page, or a prompt on the buyer's phone. */
export const PAYMENT_METHODS = ['web', 'ecocash', 'onemoney'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const MANUAL_METHODS = ['cash', 'transfer'] as const
export type ManualMethod = (typeof MANUAL_METHODS)[number]

/** Methods that prompt the buyer's phone and require its number. */
export const PHONE_METHODS: readonly PaymentMethod[] = ['ecocash', 'onemoney']

/**
 * State of a payment attempt. Stored as `initiating` before it is sent to the gateway; `processing` means that the buyer has paid and the
 * bank takes days to settle; `failed`, `cancelled` and `expired` may still become `paid`.
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

/** State of an order, derived from its attempts. `granted` has a manual grant instead of a payment. */
export const ORDER_STATES = ['unpaid', 'paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back', 'superseded'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Validity of an order's quote: it `stands`, its price `changed`, or the item is `gone`. */
export const QUOTE_STATES = ['stands', 'changed', 'gone'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

export const CURRENCY_REFUSALS = ['no_gateway', 'no_rate', 'stale_rate'] as const
export type CurrencyRefusal = (typeof CURRENCY_REFUSALS)[number]

export const OFFER_REFUSALS = [...CURRENCY_REFUSALS, 'too_small'] as const
export type OfferRefusal = (typeof OFFER_REFUSALS)[number]

export const REFUND_REASONS = ['second_payment', 'wrong_amount', 'item_gone'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Scale of stored exchange rates: integer millionths of the other currency per dollar. */
export const RATE_SCALE = 1_000_000
