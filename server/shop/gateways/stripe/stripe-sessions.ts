import type Stripe from 'stripe'
import { type GatewayState, GatewayUnclearError, type KnownPayment, type MoneyReturn } from '#server/shop/gateways/gateway.ts'

/** Period around the creation of a payment in which its session is searched. The period allows for clock differences and slow requests. */
const BEFORE_SECONDS = 5 * 60
const AFTER_SECONDS = 15 * 60
const MAX_SESSIONS = 2000
/** Lifetime of an idempotency key at Stripe. A delayed request may create the session until the key expires. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** History of a Stripe charge: all refunds, including failed ones, and all disputes. */
export type ChargeHistory = { refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] }

/** Returns the state of a session from its expanded `payment_intent.latest_charge` and the history of that charge. */
export function sessionState(session: Stripe.Checkout.Session, history: ChargeHistory): GatewayState | undefined {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return undefined
  if (session.payment_status === 'paid') return stateOfPaid(session.amount_total ?? 0, history)
  if (session.payment_status !== 'unpaid') return undefined
  // Processing payment with a slow method, such as a bank debit in a session that this shop did not create.
  const status = intentOf(session)?.status
  return status === 'requires_payment_method' || status === 'canceled' ? 'failed' : 'processing'
}

/** Returns Stripe's own statuses of a session and its disputes as text. */
export function statusText({ status, payment_status: payment }: Stripe.Checkout.Session, { disputes }: ChargeHistory): string {
  return [status, payment, ...disputes.map((dispute) => `dispute ${dispute.status}`)].join(', ')
}

/** Returns the state of a paid session. The payment counts as refunded or charged back only if the whole amount was returned. */
function stateOfPaid(amount: number, history: ChargeHistory): GatewayState | undefined {
  const gone = returnsOf(history).filter(({ undone }) => !undone)
  const isReturned = gone.reduce((total, { amountMinor }) => total + amountMinor, 0) >= amount
  if (isReturned) return gone.some(({ kind }) => kind === 'chargeback') ? 'charged_back' : 'refunded'
  const outcomes = history.disputes.map(({ status }) => OUTCOMES[status])
  if (outcomes.includes(undefined)) return undefined
  return outcomes.includes('disputed') ? 'disputed' : 'paid'
}

/** Lists refunds, including failed ones, and chargebacks. Stripe reports no time for a lost dispute. */
export function returnsOf({ refunds, disputes }: ChargeHistory): MoneyReturn[] {
  return [
    ...refunds.map((refund): MoneyReturn => {
      const { id, amount, created, status, failure_reason: reason, failure_balance_transaction: failure } = refund
      const at = failure && typeof failure === 'object' ? moment(failure.created) : undefined
      const undone = status === 'failed' || status === 'canceled' ? { at, reason } : undefined
      return { id, kind: 'refund', amountMinor: amount, at: moment(created), undone }
    }),
    ...disputes
      .filter(({ status }) => OUTCOMES[status] === 'charged_back')
      .map(({ id, amount }): MoneyReturn => ({ id, kind: 'chargeback', amountMinor: amount })),
  ]
}

/** Returns the time of the charge. */
export function paidAt(charge: Stripe.Charge | undefined): Date | undefined {
  return charge && moment(charge.created)
}

function moment(seconds: number) {
  return new Date(seconds * 1000)
}

/** Payment states by dispute status. An inquiry (`warning_…`) moves no money but may become a dispute. */
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
 * Finds the session of a payment whose response was lost. Stripe can't search sessions by the shop's reference, but it can list all
 * sessions of a period.
 * @returns undefined if the session definitely does not exist
 * @throws GatewayUnclearError while the session may still be created
 */
export async function findSession(stripe: Stripe, { reference, createdAt }: KnownPayment, now: Date): Promise<string | undefined> {
  const seconds = Math.floor(createdAt.getTime() / 1000)
  const created = { gte: seconds - BEFORE_SECONDS, lte: seconds + AFTER_SECONDS }
  let seen = 0
  for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === reference) return session.id
    if (++seen === MAX_SESSIONS) throw new GatewayUnclearError('Stripe has too many sessions in the searched period')
  }
  if (now.getTime() - createdAt.getTime() < KEY_LIFETIME_MS) throw new GatewayUnclearError('Stripe does not know this payment yet')
  return undefined
}
