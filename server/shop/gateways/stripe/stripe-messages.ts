import Stripe from 'stripe'
import { type GatewayMessage, type Notification, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'

const TOLERANCE_SECONDS = 300
const REFERENCE = /^[0-9A-Za-z]{32}$/

/** Stripe events to which the shop's webhook must be subscribed. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

/**
 * Verifies the signature of a Stripe event and identifies the payment. Sessions and charges contain the shop's reference; refunds and
 * disputes contain only the ids of Stripe's payment intent and charge.
 */
export function readEvent(stripe: Stripe, { body, headers }: GatewayMessage, webhookSecret: string): Notification | undefined {
  const event = construct(stripe, body, headers['stripe-signature'], webhookSecret)
  const about = event.data.object as StripeObject
  const reference = referenceOf(about)
  const gatewayIds = [about.id, about.payment_intent, about.charge].map(idOf).filter((id) => id !== undefined)
  if (reference === undefined && gatewayIds.length === 0) return undefined
  const { id, type, created, livemode } = event
  const { id: aboutId, object, status, payment_status } = about
  const [payment_intent, charge] = [idOf(about.payment_intent), idOf(about.charge)]
  const kept = JSON.stringify({
    id,
    type,
    created,
    livemode,
    data: { object: { id: aboutId, object, status, payment_status, payment_intent, charge, reference } },
  })
  return { reference, gatewayIds, messageId: id, kept }
}

/** Object of a Stripe event. Other fields, such as data about the buyer, are not read. */
type StripeObject = {
  id?: unknown
  object?: unknown
  status?: unknown
  payment_status?: unknown
  client_reference_id?: unknown
  payment_intent?: unknown
  charge?: unknown
  metadata?: Record<string, unknown> | null
}

/** Returns the id of a Stripe object, which may be expanded or only an id. */
function idOf(value: unknown): string | undefined {
  const id = value !== null && typeof value === 'object' && 'id' in value ? value.id : value
  return typeof id === 'string' && /^[a-z]+_\w{1,255}$/i.test(id) ? id : undefined
}

function construct(stripe: Stripe, body: string, signature: string | string[] | undefined, webhookSecret: string) {
  if (typeof signature !== 'string') throw new UntrustedMessageError('The event has no signature')
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
  } catch (error) {
    // The original error is not attached, because its message and fields contain the event and its signature.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      throw new UntrustedMessageError('The event’s signature is invalid or too old')
    throw error
  }
}

/** Returns the shop's reference; undefined for events about other sales in the Stripe account. */
function referenceOf({ client_reference_id: ofSession, metadata }: StripeObject) {
  const reference = ofSession ?? metadata?.reference
  return typeof reference === 'string' && REFERENCE.test(reference) ? reference : undefined
}
