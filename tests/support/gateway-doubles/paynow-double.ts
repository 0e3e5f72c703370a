import { randomBytes, randomUUID } from 'node:crypto'
import type { Currency } from '#contracts/shop/price.ts'
import { type Answer, type Call, json, notThere, openLoopbackServer, redirectTo } from './loopback-server.ts'
import { createNotificationSender } from './notification-sender.ts'
import { writeList } from './payment-page.ts'
import { NO_PAYNOW_FAULTS, type PaynowFaults } from './paynow-faults.ts'
import { writePaynowPage } from './paynow-page.ts'
import { BECOMES, type Integration, PAYNOW_ACTIONS, type PaynowAction, type PaynowPayment, PHONES } from './paynow-payment.ts'
import { type Field, paynowFields, paynowHash, paynowText } from './paynow-wire.ts'

export type PaynowDouble = Awaited<ReturnType<typeof openPaynowDouble>>

const DOCUMENTED = { method: /^(ecocash|onemoney)$/, phone: /^07\d{8}$/ }
/** Patterns of the payment methods in Paynow's SDKs, and of phone numbers as they are usually written */
const LENIENT = { method: /^(ecocash|onemoney|innbucks|paygo|zimswitch|vmc)$/, phone: /^(0|\+?263)7\d{8}$/ }
const DOCUMENTED_FIELDS =
  'id reference amount additionalinfo returnurl resulturl authemail phone method merchanttrace token tokenize status hash'.split(' ')

const BUSY_PAGE = '<!DOCTYPE html><html><body>The service is busy &amp; will be back=soon</body></html>'

/**
 * Opens a double of Paynow on loopback, with a payment page, callbacks, test phones, two integrations and switchable faults. Faults can be
 * changed while the double runs, also by `POST /double/faults` with JSON.
 * @param speed how many times faster the double's clock runs
 */
export async function openPaynowDouble({
  integrations = { USD: { id: '1201', key: randomUUID() }, ZWG: { id: '1202', key: randomUUID() } },
  port = 0,
  speed = 1,
  retryMs = 5_000,
  manner = 'documented',
}: {
  integrations?: Record<Currency, Integration>
  port?: number
  speed?: number
  retryMs?: number
  manner?: PaynowFaults['manner']
} = {}) {
  const faults: PaynowFaults = { ...NO_PAYNOW_FAULTS, manner, missing: [], refusal: [] }
  const payments: PaynowPayment[] = []
  const timers = new Set<NodeJS.Timeout>()
  let unanswered = 0
  const courier = createNotificationSender({ faults, retryMs: retryMs / speed })
  const server = await openLoopbackServer(answer, port)

  async function answer(call: Call): Promise<Answer> {
    const { url, method } = call
    const path = url.pathname.toLowerCase()
    if (path === '/double/faults' && method === 'POST') return json(Object.assign(faults, JSON.parse(call.body || '{}')))
    if (path === '/double/payments') return json(payments.map(({ integration: _, ...payment }) => payment))
    if (path === '/') return { body: writeList('Paynow (double)', payments.map(listed)) }
    if (path.startsWith('/payment/confirmpayment/')) return answerBuyer(call)
    if (method !== 'POST') return notThere
    if (faults.answers === 'html') return { body: BUSY_PAGE }
    if (faults.answers === 'http-error') return { status: 503, body: BUSY_PAGE }
    if (faults.answers === 'silence') {
      unanswered++
      return 'silence'
    }
    if (faults.answers === 'error') return error('Something went wrong')
    if (path === '/interface/initiatetransaction') return initiate(call.body, false)
    if (path === '/interface/remotetransaction') return initiate(call.body, true)
    if (path === '/interface/trace') return trace(call.body)
    if (path === '/interface/checkpayment/') {
      const payment = payments.find(({ guid }) => guid === url.searchParams.get('guid'))
      return payment ? text(signed(statusOf(payment), payment)) : error('Invalid poll address')
    }
    return notThere
  }

  function text(fields: Field[]): Answer {
    return { type: 'text/plain; charset=utf-8', body: paynowText(fields) + faults.ending }
  }

  function error(reason: string): Answer {
    if (faults.manner === 'lenient')
      return text([
        ['status', 'error'],
        ['error', reason.toLowerCase()],
      ])
    return text([
      ['Status', 'Error'],
      ['Error', reason],
    ])
  }

  function authorize(body: string): { fields: Record<string, string>; currency: Currency } | string {
    const sent = paynowFields(body)
    const fields = Object.fromEntries(sent)
    const [currency, integration] = Object.entries(integrations).find(([, { id }]) => id === fields.id) ?? []
    if (!currency || !integration) return 'Invalid Id.'
    if (fields.hash !== paynowHash(sent, integration.key)) return 'Invalid Hash. Hash should start with: 00'
    return { fields, currency: currency as Currency }
  }

  function initiate(body: string, isOnPhone: boolean): Answer {
    if (faults.refusal.length > 0) return text(faults.refusal)
    const known = authorize(body)
    if (typeof known === 'string') return error(known)
    const { fields, currency } = known
    const { reference, amount, returnurl, resulturl, status, merchanttrace, phone, method, authemail } = fields
    if (!reference || !returnurl || !resulturl || status !== 'Message') return error('Invalid request')
    if (!/^\d{1,10}\.\d\d$/.test(amount ?? '') || Number(amount) <= 0) return error('Invalid amount field')
    if (merchanttrace && (merchanttrace.length > 32 || payments.some((each) => each.fields.merchanttrace === merchanttrace)))
      return error('Duplicate merchanttrace')
    const isStrict = faults.manner === 'strict'
    if (isStrict && Object.keys(fields).some((name) => !DOCUMENTED_FIELDS.includes(name))) return error('Invalid field')
    if (isStrict && ![returnurl, resulturl].every((url) => /^https?:\/\/[^/]/.test(url))) return error('Invalid url')
    const accepted = faults.manner === 'lenient' ? LENIENT : DOCUMENTED
    if (isOnPhone && !accepted.method.test(method ?? '')) return error('Invalid method')
    if (isOnPhone && !authemail) return error('Invalid authemail')
    if (isOnPhone && !accepted.phone.test(phone ?? '')) return error('Invalid phone')
    const plan = isOnPhone ? PHONES[(phone ?? '').replace(/^\+?263/, '0')] : undefined
    if (plan && 'error' in plan) return error(plan.error)

    const payment: PaynowPayment = {
      number: 1082 + payments.length,
      guid: randomUUID(),
      integration: integrations[currency],
      currency,
      fields,
      status: isOnPhone ? 'Sent' : 'Created',
    }
    payments.push(payment)
    if (plan) later(plan.afterMs, () => become(payment, plan.status))
    if (faults.loseNextAnswer) {
      faults.loseNextAnswer = false
      return 'silence'
    }
    const next: Field = isOnPhone
      ? ['instructions', 'Dial *151*2*4# and enter your EcoCash PIN. Once you have authorized the payment, come back here.']
      : ['browserurl', `${server.url}/Payment/ConfirmPayment/${payment.number}`]
    return text(signed([['status', 'Ok'], next, ['pollurl', pollUrlOf(payment)], ...numbersOf(payment)], payment))
  }

  function trace(body: string): Answer {
    const known = authorize(body)
    if (typeof known === 'string') return error(known)
    const payment = payments.find(({ fields }) => fields.merchanttrace === known.fields.merchanttrace)
    if (!payment || payment.currency !== known.currency)
      return text(signed([['status', 'NotFound']], { integration: integrations[known.currency], currency: known.currency }))
    return text(signed(statusOf(payment), payment))
  }

  function answerBuyer({ url, method, body }: Call): Answer {
    const payment = payments.find(({ number }) => url.pathname.endsWith(`/${number}`))
    if (!payment) return notThere
    if (method !== 'POST') return { body: writePaynowPage(payment) }
    const action = PAYNOW_ACTIONS.find((name) => name === new URLSearchParams(body).get('action'))
    if (action) act(payment.fields.reference ?? '', action)
    return redirectTo(payment.fields.returnurl ?? '/')
  }

  /** Performs an action of the buyer, the bank or the merchant. Paying works at any time, as with the real Paynow. */
  function act(reference: string, action: PaynowAction) {
    const payment = payments.findLast(({ fields }) => fields.reference === reference)
    if (!payment) throw new Error(`No payment has the reference ${reference}`)
    if (action === 'pay-soon') later(20_000, () => become(payment, 'Paid'))
    else become(payment, BECOMES[action])
    return payment
  }

  function become(payment: PaynowPayment, status: string) {
    payment.status = status
    // A delayed notification contains the status of the payment at the time of its delivery.
    const body = paynowText(signed(statusOf(payment), payment)) + faults.ending
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    courier.send({ to: payment.fields.resulturl ?? '', write: () => ({ body, headers }) })
  }

  function statusOf(payment: PaynowPayment): Field[] {
    return [
      ['reference', payment.fields.reference ?? ''],
      ...numbersOf(payment),
      ['amount', faults.amount || writtenAmount(payment.fields.amount ?? '')],
      ['status', faults.status || payment.status],
      ['pollurl', pollUrlOf(payment)],
    ]
  }

  function numbersOf(payment: PaynowPayment): Field[] {
    return faults.manner === 'lenient' ? [] : [['paynowreference', numberOf(payment)]]
  }

  function writtenAmount(amount: string): string {
    return faults.manner === 'lenient' ? String(Number(amount)) : amount
  }

  function pollUrlOf({ guid }: PaynowPayment) {
    const origin = faults.pollHost ? `https://${faults.pollHost}` : server.url
    return `${origin}/Interface/CheckPayment/?guid=${guid}`
  }

  function signed(fields: Field[], { integration, currency }: Pick<PaynowPayment, 'integration' | 'currency'>): Field[] {
    const other = integrations[currency === 'USD' ? 'ZWG' : 'USD']
    const key = faults.otherKey ? other.key : integration.key
    const extra: Field[] = faults.extraFields
      ? [
          ['token', randomBytes(8).toString('hex')],
          ['cardnumber', '411111xxxxxx1111'],
          ['paynowfee', ''],
        ]
      : []
    if (faults.padded !== 'no') extra.push(['paymentinstrument', ' Mrs R Moyo\t\u00a0'])
    const told = [...fields, ...extra].filter(([name]) => !faults.missing.includes(name))
    const hashed = faults.padded === 'trimmed in the hash' ? told.map(([name, value]): Field => [name, value.trim()]) : told
    const hash = paynowHash(hashed, faults.wrongHash ? 'no key at all' : key)
    const whole: Field[] = faults.missing.includes('hash') ? told : [...told, ['hash', hash]]
    if (!faults.capitalised) return whole
    const capitals: Record<string, string> = { browserurl: 'BrowserUrl', pollurl: 'PollUrl', paynowreference: 'PaynowReference' }
    return whole.map(([name, value]) => [capitals[name] ?? name.replace(/^./, (letter) => letter.toUpperCase()), value])
  }

  function later(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms / speed)
    timers.add(timer)
  }

  return {
    url: server.url,
    integrations,
    faults,
    payments,
    act,
    courier,
    /** Number of API calls that received no response */
    unanswered: () => unanswered,
    /** Turns off all faults */
    heal: () => Object.assign(faults, NO_PAYNOW_FAULTS, { manner, missing: [], refusal: [] }),
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await courier.close()
      await server.close()
    },
  }
}

function numberOf({ number }: PaynowPayment) {
  return number.toLocaleString('en')
}

function listed({ number, status, fields, currency }: PaynowPayment) {
  const text = `${number}: ${fields.additionalinfo}, ${currency} ${fields.amount}, ${status}`
  return { address: `/Payment/ConfirmPayment/${number}`, text }
}
