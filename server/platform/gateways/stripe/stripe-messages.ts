import Stripe from 'stripe'
import { type GatewayMessage, type Notification, UntrustedMessageError } from '#server/platform/gateways/gateway.ts'

const TOLERANCE_SECONDS = 300
const REFERENCE = /^[0-9A-Za-z]{32}$/

/**
 * Verifies an event's signature over its bytes, and finds our reference: that of a session, or the one in the metadata that a charge
 * inherits. A dispute has neither; the next check of its payment finds it.
 */
export function readEvent(stripe: Stripe, { body, headers }: GatewayMessage, webhookSecret: string): Notification | undefined {
  const event = construct(stripe, body, headers['stripe-signature'], webhookSecret)
  const about = event.data.object as StripeObject
  const reference = referenceOf(about)
  if (reference === undefined) return undefined
  const { id, type, created, livemode } = event
  const { id: aboutId, object, status, payment_status } = about
  const kept = JSON.stringify({ id, type, created, livemode, data: { object: { id: aboutId, object, status, payment_status, reference } } })
  return { reference, messageId: id, kept }
}

/** The object of an event. Other fields, such as those about the buyer, are not read. */
type StripeObject = {
  id?: unknown
  object?: unknown
  status?: unknown
  payment_status?: unknown
  client_reference_id?: unknown
  metadata?: Record<string, unknown> | null
}

function construct(stripe: Stripe, body: string, signature: string | string[] | undefined, webhookSecret: string) {
  if (typeof signature !== 'string') throw new UntrustedMessageError('The event has no signature')
  try {
    return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS)
  } catch (error) {
    // The original error is dropped: its text and fields repeat the message and the signature.
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      throw new UntrustedMessageError('The event’s signature is wrong, or too old')
    throw error
  }
}

/** Undefined for events of other sales in the same account. */
function referenceOf({ client_reference_id: ofSession, metadata }: StripeObject) {
  const reference = ofSession ?? metadata?.reference
  return typeof reference === 'string' && REFERENCE.test(reference) ? reference : undefined
}
