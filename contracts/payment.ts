/*
 * The states of payments, without schemas, so that pages that show them need not load the validation library.
 */

export const GATEWAYS = ['paynow', 'stripe', 'sandbox'] as const
export type GatewayName = (typeof GATEWAYS)[number]

/** How a buyer pays at a gateway: on its own page, or by a prompt on their phone. */
export const PAYMENT_METHODS = ['web', 'ecocash', 'onemoney'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Methods that prompt the buyer's phone and need its number. */
export const PHONE_METHODS: readonly PaymentMethod[] = ['ecocash', 'onemoney']

/**
 * The state of a payment attempt. It is stored as `initiating` before it is sent to the gateway; `processing` means that the buyer has
 * paid and the bank takes days to settle; `failed`, `cancelled` and `expired` may still become `paid`.
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

/** The state of an order, derived from its attempts. `granted` has a manual grant instead of a payment. */
export const ORDER_STATES = ['unpaid', 'paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back', 'superseded'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Whether the quote of an order is still valid: it `stands`, its price `changed`, or the item is `gone`. */
export const QUOTE_STATES = ['stands', 'changed', 'gone'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

export const CURRENCY_REFUSALS = ['no_gateway', 'no_rate', 'stale_rate'] as const
export type CurrencyRefusal = (typeof CURRENCY_REFUSALS)[number]

export const OFFER_REFUSALS = [...CURRENCY_REFUSALS, 'too_small'] as const
export type OfferRefusal = (typeof OFFER_REFUSALS)[number]

export const REFUND_REASONS = ['second_payment', 'wrong_amount', 'item_gone'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Exchange rates are stored as a whole number of millionths of the other currency for one dollar. */
export const RATE_SCALE = 1_000_000
