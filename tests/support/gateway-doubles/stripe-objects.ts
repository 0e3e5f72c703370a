import { randomBytes } from 'node:crypto'

/* Stripe's checkout session, with the fields that a checkout needs. */

export type StripeSession = {
  id: string
  object: 'checkout.session'
  client_reference_id: string | null
  amount_total: number
  currency: string
  created: number
  expires_at: number
  livemode: false
  metadata: Record<string, string>
  mode: 'payment'
  payment_intent: string | null
  allowed_payment_method_types: string[]
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  cancel_url: string | null
  url: string | null
}
type StripeIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  status: 'succeeded' | 'processing' | 'requires_payment_method'
  latest_charge: string | null
  metadata: Record<string, string>
}
type StripeCharge = {
  id: string
  object: 'charge'
  amount: number
  amount_refunded: number
  created: number
  refunded: boolean
  disputed: boolean
  payment_intent: string
  metadata: Record<string, string>
}
type StripeRefund = {
  id: string
  object: 'refund'
  amount: number
  created: number
  status: 'succeeded' | 'failed'
  charge: string
  payment_intent: string
  failure_reason?: string
  failure_balance_transaction?: string
  metadata: object
}
type StripeDispute = {
  id: string
  object: 'dispute'
  amount: number
  status: string
  charge: string
  payment_intent: string
  metadata: object
}

/** The state of one checkout: its session, payment intent, charge, refunds and disputes. */
export type StripeSale = {
  session: StripeSession
  title: string
  /** Metadata from `payment_intent_data` */
  metadata: Record<string, string>
  intent?: StripeIntent
  charge?: StripeCharge
  refunds: StripeRefund[]
  /** Times of failed refunds, which the API only reports in balance transactions */
  failedAt: Map<string, number>
  disputes: StripeDispute[]
}

export function newId(prefix: string) {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Returns the session as the API does, with the payment intent, its charge and the charge's refunds if they are expanded. */
export function expandSession({ session, intent, charge, refunds }: StripeSale, expand: string[]) {
  if (!intent || !expand.some((path) => path.startsWith('payment_intent'))) return session
  const isExpanded = (path: string) => expand.some((one) => one === path || one.startsWith(`${path}.`))
  const list = { object: 'list', url: `/v1/charges/${charge?.id}/refunds`, has_more: false, data: refunds.toReversed() }
  const whole = isExpanded('payment_intent.latest_charge.refunds') ? { ...charge, refunds: list } : charge
  const inside = isExpanded('payment_intent.latest_charge') && charge ? { ...intent, latest_charge: whole } : intent
  return { ...session, payment_intent: inside }
}

/** Returns the refund as the API does, with the balance transaction of its failure if it is expanded. */
export function expandRefund(refund: StripeRefund, { failedAt }: StripeSale, expand: string[]) {
  const { id, failure_balance_transaction: transaction } = refund
  if (!transaction || !expand.includes('data.failure_balance_transaction')) return refund
  return { ...refund, failure_balance_transaction: { id: transaction, object: 'balance_transaction', created: failedAt.get(id) } }
}

/** Parses nested form fields such as `metadata[reference]=…`. */
export function nestedFields(form: URLSearchParams, name: string): Record<string, string> {
  const inside = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(inside.map(([key, value]) => [key.slice(name.length + 1, -1), value]))
}
