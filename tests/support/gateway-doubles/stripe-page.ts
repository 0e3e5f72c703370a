import { writePage } from './payment-page.ts'
import type { StripeAction } from './stripe-actions.ts'
import type { StripeSale } from './stripe-objects.ts'

export function writeStripePage(sale: StripeSale): string {
  const { session, title } = sale
  return writePage({
    name: 'Stripe (double)',
    facts: [
      ['Session', session.id],
      ['For', title],
      ['Amount', `USD ${(session.amount_total / 100).toFixed(2)}`],
      ['Status', `${session.status}, ${session.payment_status}`],
    ],
    actions: actionsFor(sale).map(([name, text]) => ({ name, text })),
    back: session.cancel_url ?? '/',
  })
}

const FAIL_REFUND: [StripeAction, string] = ['fail-refund', 'Let the last refund fail']

function actionsFor({ session, intent, refunds, disputes }: StripeSale): [StripeAction, string][] {
  if (session.status === 'open')
    return [
      ['pay', 'Pay'],
      ['pay-slowly', 'Pay by a bank debit'],
      ['decline', 'Be declined'],
      ['expire', 'Let it run out'],
    ]
  if (intent?.status === 'processing')
    return [
      ['slow-payment-arrives', 'The debit arrives'],
      ['slow-payment-fails', 'The debit fails'],
    ]
  if (session.payment_status !== 'paid') return []
  if (disputes.at(-1)?.status === 'needs_response')
    return [
      ['win-dispute', 'Win the dispute'],
      ['lose-dispute', 'Lose the dispute'],
    ]
  return [
    ['refund', 'Refund'],
    ['refund-a-part', 'Refund a half'],
    ...(refunds.some(({ status }) => status === 'succeeded') ? [FAIL_REFUND] : []),
    ['dispute', 'Dispute'],
    ['inquire', 'Inquire'],
  ]
}
