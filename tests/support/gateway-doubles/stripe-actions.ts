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
  'dispute',
  'inquire',
  'win-dispute',
  'lose-dispute',
] as const
export type StripeAction = (typeof STRIPE_ACTIONS)[number]

type Event = { type: string; object: object }

/** Applies an action to a sale and returns its events. Does nothing when the action is impossible. */
export function applyAction(sale: StripeSale, action: StripeAction): Event[] {
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
      if (action === 'pay') arrive(sale)
      return [{ type: 'checkout.session.completed', object: session }]
    }
    case 'slow-payment-arrives':
      if (intent?.status !== 'processing') return []
      arrive(sale)
      return [{ type: 'checkout.session.async_payment_succeeded', object: session }]
    case 'slow-payment-fails':
      if (intent?.status !== 'processing') return []
      intent.status = 'requires_payment_method'
      return [{ type: 'checkout.session.async_payment_failed', object: session }]
    case 'decline':
      // The buyer may try another card.
      return []
    case 'expire':
      if (!isOpen) return []
      Object.assign(session, { status: 'expired', url: null })
      return [{ type: 'checkout.session.expired', object: session }]
    case 'refund-a-part':
    case 'refund':
      if (!charge || charge.refunded) return []
      charge.amount_refunded = action === 'refund' ? charge.amount : Math.ceil(charge.amount / 2)
      charge.refunded = charge.amount_refunded === charge.amount
      return [{ type: 'charge.refunded', object: charge }]
    case 'dispute':
    case 'inquire': {
      if (!charge) return []
      charge.disputed = true
      const status = action === 'dispute' ? 'needs_response' : 'warning_needs_response'
      const about = { charge: charge.id, payment_intent: charge.payment_intent, amount: charge.amount }
      const dispute = { id: newId('du'), object: 'dispute' as const, ...about, status, metadata: {} }
      disputes.push(dispute)
      return [{ type: 'charge.dispute.created', object: dispute }]
    }
    case 'win-dispute':
    case 'lose-dispute': {
      const dispute = disputes.at(-1)
      if (!dispute) return []
      dispute.status = action === 'win-dispute' ? 'won' : 'lost'
      return [{ type: 'charge.dispute.closed', object: dispute }]
    }
  }
}

function arrive(sale: StripeSale) {
  const { session, intent } = sale
  if (!intent) return
  const about = { amount: intent.amount, amount_refunded: 0, refunded: false, disputed: false, payment_intent: intent.id }
  sale.charge = { id: newId('ch'), object: 'charge', ...about, metadata: intent.metadata }
  Object.assign(intent, { status: 'succeeded', latest_charge: sale.charge.id })
  session.payment_status = 'paid'
}
