/*
 * The states of paying, without schemas: pages that show them carry no validation library.
 */

export const GATEWAYS = ['paynow', 'stripe', 'sandbox'] as const
export type GatewayName = (typeof GATEWAYS)[number]

/** Ways to pay that a gateway offers: on its own page, or by a prompt on the buyer's phone. */
export const PAYMENT_METHODS = ['web', 'ecocash', 'onemoney'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Methods that ask the buyer on a phone, so that its number is needed. */
export const PHONE_METHODS: readonly PaymentMethod[] = ['ecocash', 'onemoney']

/**
 * What became of one try to pay. It is stored as `initiating` before the gateway hears of it; `failed`, `cancelled` and
 * `expired` may still turn out paid.
 */
export const ATTEMPT_STATES = [
  'initiating',
  'open',
  'paid',
  'disputed',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'charged_back',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** The whole of an order: what its attempts come to. `granted` was opened by an administrator's hand. */
export const ORDER_STATES = ['unpaid', 'paying', 'paid', 'granted', 'disputed', 'refunded', 'charged_back', 'superseded'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What became of the price since an order was made: it `stands`, it `changed`, or the item is `gone`. */
export const QUOTE_STATES = ['stands', 'changed', 'gone'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** Why a currency can't be paid in at present. */
export const CURRENCY_REFUSALS = ['no_gateway', 'no_rate', 'stale_rate'] as const
export type CurrencyRefusal = (typeof CURRENCY_REFUSALS)[number]

/** Why an amount can't be paid in a currency at present. */
export const OFFER_REFUSALS = [...CURRENCY_REFUSALS, 'too_small'] as const
export type OfferRefusal = (typeof OFFER_REFUSALS)[number]

/** Why money has to go back to a buyer. */
export const REFUND_REASONS = ['second_payment', 'wrong_amount', 'item_gone'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Units of another currency for one dollar are kept as a whole number of millionths. */
export const RATE_SCALE = 1_000_000
