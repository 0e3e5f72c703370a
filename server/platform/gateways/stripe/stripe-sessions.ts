import type Stripe from 'stripe'
import { type GatewayState, GatewayUnclearError, type KnownPayment } from '#server/platform/gateways/gateway.ts'

/** Allows for clock differences and slow requests. */
const BEFORE_SECONDS = 5 * 60
const AFTER_SECONDS = 15 * 60
const MAX_SESSIONS = 2000
/** How long Stripe remembers an idempotency key. Until then, a delayed request may still create the session. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The state of a session with its expanded `payment_intent.latest_charge` and the disputes of that charge. */
export function sessionState(session: Stripe.Checkout.Session, disputes: Stripe.Dispute[]): GatewayState | undefined {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return undefined
  if (session.payment_status === 'paid') return stateOfPaid(chargeOf(session), disputes)
  if (session.payment_status !== 'unpaid') return undefined
  // A payment method that takes days, such as a bank debit of a session that was not made here.
  const status = intentOf(session)?.status
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'processing'
}

/** Stripe's own words for the state. */
export function statusText({ status, payment_status: payment }: Stripe.Checkout.Session, disputes: Stripe.Dispute[]): string {
  return [status, payment, ...disputes.map((dispute) => `dispute ${dispute.status}`)].join(', ')
}

function stateOfPaid(charge: Stripe.Charge | undefined, disputes: Stripe.Dispute[]): GatewayState | undefined {
  const outcomes = disputes.map(({ status }) => OUTCOMES[status])
  if (outcomes.includes('charged_back')) return 'charged_back'
  // A partial refund leaves it paid.
  if (charge?.refunded) return 'refunded'
  if (outcomes.includes(undefined)) return undefined
  return outcomes.includes('disputed') ? 'disputed' : 'paid'
}

/** An inquiry (`warning_…`) takes no money back, but may become a dispute. */
const OUTCOMES: Record<string, GatewayState> = {
  needs_response: 'disputed',
  under_review: 'disputed',
  appeal_needs_response: 'disputed',
  appeal_under_review: 'disputed',
  lost: 'charged_back',
  won: 'paid',
  prevented: 'paid',
  warning_needs_response: 'paid',
  warning_under_review: 'paid',
  warning_closed: 'paid',
}

export function intentOf({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
  return intent && typeof intent === 'object' ? intent : undefined
}

export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  const charge = intentOf(session)?.latest_charge
  return charge && typeof charge === 'object' ? charge : undefined
}

/**
 * Finds the session of a payment whose answer was lost. Stripe can't search sessions by our reference, but it lists those of a
 * period completely and at once.
 * @returns undefined when there is certainly none
 * @throws GatewayUnclearError while one may still appear
 */
export async function findSession(stripe: Stripe, { reference, createdAt }: KnownPayment, now: Date): Promise<string | undefined> {
  const seconds = Math.floor(createdAt.getTime() / 1000)
  const created = { gte: seconds - BEFORE_SECONDS, lte: seconds + AFTER_SECONDS }
  let seen = 0
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === reference) return session.id
    if (++seen === MAX_SESSIONS) throw new GatewayUnclearError('Stripe has too many payments of those minutes')
  }
  if (now.getTime() - createdAt.getTime() < KEY_LIFETIME_MS) throw new GatewayUnclearError('Stripe does not know this payment yet')
  return undefined
}
