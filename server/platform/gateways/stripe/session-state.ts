import type Stripe from 'stripe'
import type { GatewayState } from '#server/platform/gateways/gateway.ts'

/** The state of a session with its expanded `payment_intent.latest_charge` and the disputes of that charge. */
export function sessionState(session: Stripe.Checkout.Session, disputes: Stripe.Dispute[]): GatewayState | undefined {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return undefined
  if (session.payment_status === 'paid') return stateOfPaid(chargeOf(session), disputes)
  if (session.payment_status !== 'unpaid') return undefined
  // A payment method that takes days, such as a bank debit.
  const status = intentOf(session)?.status
  if (status === 'requires_payment_method' || status === 'canceled') return 'failed'
  return 'open'
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
