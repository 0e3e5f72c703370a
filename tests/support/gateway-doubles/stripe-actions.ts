import { newId, type StripeSale } from './stripe-objects.ts'

export const STRIPE_ACTIONS = [
  'pay',
  'pay-slowly',
  'slow-payment-arrives',
  'slow-payment-fails',
  'decline',
  'expire',
  'refund-a-part',
  'refund',
  'fail-refund',
  'dispute',
  'inquire',
  'win-dispute',
  'lose-dispute',
] as const
export type StripeAction = (typeof STRIPE_ACTIONS)[number]

type Event = { type: string; object: object }

/**
 * Applies an action to a sale and returns the resulting events. Does nothing if the action is impossible.
 * @param now time in seconds, as all of Stripe's times
 */
export function applyAction(sale: StripeSale, action: StripeAction, now: number): Event[] {
  const { session, intent, charge, disputes } = sale
  const isOpen = session.status === 'open'
  switch (action) {
    case 'pay':
    case 'pay-slowly': {
      if (!isOpen) return []
      const status = action === 'pay' ? ('succeeded' as const) : ('processing' as const)
      sale.intent = {
        id: newId('pi'),
        object: 'payment_intent',
        amount: session.amount_total,
        status,
        latest_charge: null,
        metadata: sale.metadata,
      }
      Object.assign(session, { status: 'complete', payment_intent: sale.intent.id, url: null })
      if (action === 'pay') arrive(sale, now)
      return [{ type: 'checkout.session.completed', object: session }]
    }
    case 'slow-payment-arrives':
      if (intent?.status !== 'processing') return []
      arrive(sale, now)
      return [{ type: 'checkout.session.async_payment_succeeded', object: session }]
    case 'slow-payment-fails':
      if (intent?.status !== 'processing') return []
      intent.status = 'requires_payment_method'
      return [{ type: 'checkout.session.async_payment_failed', object: session }]
    case 'decline':
      // A declined card doesn't end the checkout session, since the buyer may try another card.
      return []
    case 'expire':
      if (!isOpen) return []
      Object.assign(session, { status: 'expired', url: null })
      return [{ type: 'checkout.session.expired', object: session }]
    case 'refund-a-part':
    case 'refund': {
      if (!charge || charge.refunded) return []
      const left = charge.amount - charge.amount_refunded
      const amount = action === 'refund' ? left : Math.min(left, Math.ceil(charge.amount / 2))
      const about = { charge: charge.id, payment_intent: charge.payment_intent, created: now, status: 'succeeded' as const }
      const refund = { id: newId('re'), object: 'refund' as const, amount, ...about, metadata: {} }
      sale.refunds.push(refund)
      countRefunds(sale)
      return [
        { type: 'refund.created', object: refund },
        { type: 'charge.refunded', object: charge },
      ]
    }
    case 'fail-refund': {
      const refund = sale.refunds.findLast(({ status }) => status === 'succeeded')
      if (!refund) return []
      const failure = { failure_reason: 'expired_or_canceled_card', failure_balance_transaction: newId('txn') }
      Object.assign(refund, { status: 'failed', ...failure })
      sale.failedAt.set(refund.id, now)
      countRefunds(sale)
      return ['refund.updated', 'charge.refund.updated', 'refund.failed'].map((type) => ({ type, object: refund }))
    }
    case 'dispute':
    case 'inquire': {
      if (!charge) return []
      charge.disputed = true
      const status = action === 'dispute' ? 'needs_response' : 'warning_needs_response'
      const about = { charge: charge.id, payment_intent: charge.payment_intent, amount: charge.amount }
      const dispute = { id: newId('du'), object: 'dispute' as const, ...about, status, metadata: {} }
      disputes.push(dispute)
      const withdrawn = { type: 'charge.dispute.funds_withdrawn', object: dispute }
      return [{ type: 'charge.dispute.created', object: dispute }, ...(action === 'dispute' ? [withdrawn] : [])]
    }
    case 'win-dispute':
    case 'lose-dispute': {
      const dispute = disputes.at(-1)
      if (!dispute) return []
      dispute.status = action === 'win-dispute' ? 'won' : 'lost'
      const reinstated = { type: 'charge.dispute.funds_reinstated', object: dispute }
      return [{ type: 'charge.dispute.closed', object: dispute }, ...(action === 'win-dispute' ? [reinstated] : [])]
    }
  }
}

/** Updates the refunded amount of a charge: a failed refund no longer counts. */
function countRefunds({ charge, refunds }: StripeSale) {
  if (!charge) return
  charge.amount_refunded = refunds.filter(({ status }) => status !== 'failed').reduce((total, { amount }) => total + amount, 0)
  charge.refunded = charge.amount_refunded >= charge.amount
}

function arrive(sale: StripeSale, now: number) {
  const { session, intent } = sale
  if (!intent) return
  const about = { amount: intent.amount, amount_refunded: 0, created: now, refunded: false, disputed: false, payment_intent: intent.id }
  sale.charge = { id: newId('ch'), object: 'charge', ...about, metadata: intent.metadata }
  Object.assign(intent, { status: 'succeeded', latest_charge: sale.charge.id })
  session.payment_status = 'paid'
}
