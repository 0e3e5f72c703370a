import type { Overview } from '#contracts/admin/overview.ts'
import type { GatewayName } from '#contracts/shop/payment.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { bad, type Check, type Finding, good, notice } from './check.ts'

const GATEWAYS = { paynow: 'Paynow', stripe: 'Stripe', sandbox: 'The test gateway' }
const CURRENCIES = { USD: 'US dollars', ZWG: 'ZWG' }

const TEST_MODES: Partial<Record<GatewayName, string>> = {
  sandbox: 'The test gateway takes no real money: every visitor can get every item for free.',
  stripe: 'Stripe is in test mode: a visitor with a test card can get every item for free.',
}
const LEAVE_TEST_MODE: Partial<Record<GatewayName, string>> = {
  sandbox: 'turn off the test gateway',
  stripe: 'enter the live key of Stripe',
}

export const PAYMENT_CHECKS: Check[] = [
  ['Payments', gateways],
  ['Exchange rate', rate],
  ['Disputes', disputes],
  ['Failed refunds', failedRefunds],
  ['Refunds due', refunds],
  ['Payments without a status', unreadable],
]

function gateways({ payments: { gateways }, settings: { production } }: Overview): Finding {
  if (gateways.length === 0)
    return notice(
      'Nothing can be bought: no payment service is set up.',
      'To sell, ask the operator to enter the settings of Paynow or Stripe on the server.',
    )
  const message = gateways
    .map(({ name, currencies }) => `${GATEWAYS[name]} accepts ${currencies.map((currency) => CURRENCIES[currency]).join(' and ')}.`)
    .join(' ')
  const trials = gateways.filter(({ isTrial }) => isTrial)
  if (trials.length > 0)
    return (production ? bad : notice)(
      `${message} ${trials.map(({ name }) => TEST_MODES[name]).join(' ')}`,
      `Before visitors come, ask the operator to ${trials.map(({ name }) => LEAVE_TEST_MODE[name]).join(' and ')}.`,
    )
  return good(message)
}

function rate({ payments: { gateways, rate } }: Overview): Finding | undefined {
  if (!gateways.some(({ currencies }) => currencies.includes('ZWG'))) return undefined
  if (rate === 'current') return good('Amounts in ZWG are calculated with a rate of the last few days.')
  return bad(
    `${rate === 'stale' ? 'The latest rate is too old' : 'No rate has been entered'}: visitors can’t pay in ZWG.`,
    'Enter today’s interbank rate.',
    [{ to: '/admin/rates', label: 'Rates' }],
  )
}

function disputes({ payments: { disputed } }: Overview): Finding | undefined {
  if (disputed === 0) return undefined
  return bad(
    `${pluralize(disputed, 'payment is', 'payments are')} in dispute: the buyer’s bank wants the money back.`,
    'Respond to the payment service before its deadline, or the money is lost.',
    [{ to: '/admin/orders?state=disputed', label: 'Orders in dispute' }],
  )
}

function failedRefunds({ payments: { failedRefunds: failed } }: Overview): Finding | undefined {
  if (failed === 0) return undefined
  return bad(
    `${pluralize(failed, 'refund')} failed in the last 30 days: the shop has the money back, and the buyer can open the item again.`,
    'Find these orders, and refund the buyers in another way.',
  )
}

function refunds({ payments: { refundsDue: due } }: Overview): Finding | undefined {
  if (due === 0) return undefined
  return bad(
    due === 1 ? 'One payment is still to be refunded.' : `${due.toLocaleString('en')} payments are still to be refunded.`,
    'Refund them at the payment service, then record the refund in the order.',
    [{ to: '/admin/orders?state=refund_due', label: 'Orders with a refund due' }],
  )
}

function unreadable({ payments: { unreadable: count } }: Overview): Finding | undefined {
  if (count === 0) return undefined
  const payments = count === 1 ? 'One payment has' : `${count.toLocaleString('en')} payments have`
  return bad(
    `${payments} had no readable status for more than 15 minutes.`,
    'Ask the operator to check the payment service and its settings. The app keeps asking it for the status.',
  )
}
