import { writePage } from './payment-page.ts'
import type { PaynowAction, PaynowPayment } from './paynow-payment.ts'

const OPEN = new Set(['Created', 'Sent'])

export function writePaynowPage({ number, status, fields, currency }: PaynowPayment): string {
  const isOpen = OPEN.has(status)
  const action = (name: PaynowAction, text: string) => ({ name, text })
  return writePage({
    name: 'Paynow (double)',
    facts: [
      ['Payment', `${number}, ${fields.reference}`],
      ['For', fields.additionalinfo ?? ''],
      ['Amount', `${currency} ${fields.amount}`],
      ['Status', status],
    ],
    actions: isOpen
      ? [action('pay', 'Pay'), action('pay-soon', 'Pay in 20 seconds'), action('decline', 'Be declined'), action('cancel', 'Cancel')]
      : [action('pay', 'Pay all the same'), action('deliver', 'Deliver'), action('refund', 'Refund'), action('dispute', 'Dispute')],
    back: fields.returnurl ?? '/',
  })
}
