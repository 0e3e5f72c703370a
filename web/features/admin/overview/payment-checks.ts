import type { Overview } from '#contracts/overview.ts'
import type { GatewayName } from '#contracts/payment.ts'
import { pluralize } from '#web/lib/plural.ts'
import type { Check, Finding } from './check.ts'

const GATEWAYS = { paynow: 'Paynow', stripe: 'Stripe', sandbox: 'The sandbox' }
const CURRENCIES = { USD: 'US dollars', ZWG: 'ZWG' }

const TEST_MODES: Partial<Record<GatewayName, string>> = {
  sandbox: 'In the sandbox everything is given away: it only plays at paying.',
  stripe: 'Stripe is in test mode: whoever pays with a test card is given everything.',
}
const LEAVE_TEST_MODE: Partial<Record<GatewayName, string>> = {
  sandbox: 'the sandbox turned off',
  stripe: 'the live key of Stripe entered',
}

export const PAYMENT_CHECKS: Check[] = [
  ['Payments', gateways],
  ['Exchange rate', rate],
  ['Disputes', disputes],
  ['Failed refunds', failedRefunds],
  ['Money to give back', refunds],
  ['Payments that can’t be read', unreadable],
]

function gateways({ payments: { gateways }, settings: { production } }: Overview): Finding {
  if (gateways.length === 0)
    return {
      state: 'notice',
      message: 'Nothing can be bought: no payment service is set up.',
      advice: 'To sell, have the settings of Paynow or Stripe entered on the server.',
    }
  const message = gateways
    .map(({ name, currencies }) => `${GATEWAYS[name]} takes ${currencies.map((currency) => CURRENCIES[currency]).join(' and ')}.`)
    .join(' ')
  const trials = gateways.filter(({ isTrial }) => isTrial)
  if (trials.length > 0)
    return {
      state: production ? 'bad' : 'notice',
      message: `${message} ${trials.map(({ name }) => TEST_MODES[name]).join(' ')}`,
      advice: `Before visitors come, have ${trials.map(({ name }) => LEAVE_TEST_MODE[name]).join(' and ')} on the server.`,
    }
  return { state: 'good', message }
}

function rate({ payments: { gateways, rate } }: Overview): Finding | undefined {
  if (!gateways.some(({ currencies }) => currencies.includes('ZWG'))) return undefined
  if (rate === 'current') return { state: 'good', message: 'Amounts in ZWG are worked out with a rate of the last few days.' }
  return {
    state: 'bad',
    message: `${rate === 'stale' ? 'The newest rate is too old' : 'None was entered'}: nobody can pay in ZWG.`,
    advice: 'Enter today’s interbank rate.',
  }
}

function disputes({ payments: { disputed } }: Overview): Finding | undefined {
  if (disputed === 0) return undefined
  return {
    state: 'bad',
    message: `${pluralize(disputed, 'payment is', 'payments are')} in dispute: the buyer’s bank asks for the money back.`,
    advice: 'Answer at the payment service before its deadline, else the money is lost.',
  }
}

function failedRefunds({ payments: { failedRefunds: failed } }: Overview): Finding | undefined {
  if (failed === 0) return undefined
  return {
    state: 'bad',
    message: `${pluralize(failed, 'refund')} failed within 30 days: the money is back with the shop, and the item opens again.`,
    advice: 'Look at the orders concerned: refund the buyer in another way.',
  }
}

function refunds({ payments: { refundsDue: due } }: Overview): Finding | undefined {
  if (due === 0) return undefined
  return {
    state: 'bad',
    message: due === 1 ? 'One payment is still to be given back.' : `${due.toLocaleString('en')} payments are still to be given back.`,
    advice: 'Look at the orders concerned: give the money back at the payment service, then note it there.',
  }
}

function unreadable({ payments: { unreadable: count } }: Overview): Finding | undefined {
  if (count === 0) return undefined
  const payments = count === 1 ? 'Of one payment' : `Of ${count.toLocaleString('en')} payments`
  return {
    state: 'bad',
    message: `${payments} nothing has been heard for more than a quarter of an hour: the payment service gives no clear answer.`,
    advice: 'Look whether it is out of order, and whether its settings on the server are complete. It is asked again by itself.',
  }
}
