import type { Overview } from '#contracts/admin/overview.ts'
import { gatewayTitle, listRealGateways } from '#contracts/shop/gateway-texts.ts'
import { GATEWAYS, type GatewayName } from '#contracts/shop/gateways.ts'
import { CURRENCY_ROWS } from '#contracts/shop/price.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { bad, type Check, type Finding, good, notice } from './check.ts'

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
      `To sell, ask the operator to enter the settings of ${listRealGateways(({ label }) => label)} on the server.`,
    )
  const message = gateways
    .map(
      ({ name, currencies }) =>
        `${gatewayTitle(name)} accepts ${currencies.map((currency) => CURRENCY_ROWS[currency].name).join(' and ')}.`,
    )
    .join(' ')
  const trials = gateways.filter(({ isTrial }) => isTrial)
  if (trials.length > 0)
    return (production ? bad : notice)(
      `${message} ${trials.map(({ name }) => describeTrial(name)).join(' ')}`,
      `Before visitors come, ask the operator to ${trials.map(({ name }) => endTrial(name)).join(' and ')}.`,
    )
  return good(message)
}

function describeTrial(name: GatewayName) {
  return GATEWAYS[name].simulated
    ? `${gatewayTitle(name)} takes no real money: every visitor can get every item for free.`
    : `${gatewayTitle(name)} is in test mode: a visitor with a test card can get every item for free.`
}

function endTrial(name: GatewayName) {
  const { label, simulated } = GATEWAYS[name]
  return simulated ? `turn off ${label}` : `enter the live key of ${label}`
}

function rate({ payments: { gateways, rate } }: Overview): Finding | undefined {
  if (!gateways.some(({ currencies }) => currencies.some((currency) => CURRENCY_ROWS[currency].converted))) return undefined
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
