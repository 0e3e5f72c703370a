import Stripe from 'stripe'
import { type Answer, type Call, json, notThere, openLoopbackServer, redirectTo } from './loopback-server.ts'
import { createNotificationSender } from './notification-sender.ts'
import { writeList } from './payment-page.ts'
import { applyAction, STRIPE_ACTIONS, type StripeAction } from './stripe-actions.ts'
import { NO_STRIPE_FAULTS, type StripeFaults } from './stripe-faults.ts'
import { expandRefund, expandSession, nestedFields, newId, type StripeSale, type StripeSession } from './stripe-objects.ts'
import { writeStripePage } from './stripe-page.ts'

export type StripeDouble = Awaited<ReturnType<typeof openStripeDouble>>

/**
 * Opens a double of the parts of Stripe that a checkout needs, on loopback: sessions with idempotency keys, refunds, disputes, a payment
 * page and signed events. Faults can be changed while the double runs, also by `POST /double/faults` with JSON.
 * @param webhookUrl receives the events
 */
export async function openStripeDouble({
  secretKey = newId('sk_live'),
  webhookSecret = newId('whsec'),
  webhookUrl,
  port = 0,
  retryMs = 5_000,
  now = () => Date.now(),
}: {
  secretKey?: string
  webhookSecret?: string
  webhookUrl: string
  port?: number
  retryMs?: number
  now?: () => number
}) {
  const faults: StripeFaults = { ...NO_STRIPE_FAULTS }
  const sales: StripeSale[] = []
  const created = new Map<string, { body: string; sale: StripeSale }>()
  const courier = createNotificationSender({ faults, retryMs })
  const signer = new Stripe(secretKey)
  const server = await openLoopbackServer(answer, port)

  async function answer(call: Call): Promise<Answer> {
    const { url, method, body, headers } = call
    if (url.pathname === '/double/faults' && method === 'POST') return json(Object.assign(faults, JSON.parse(body || '{}')))
    if (url.pathname === '/double/payments') return json(sales)
    if (url.pathname === '/') return { body: writeList('Stripe (double)', sales.map(listed)) }
    if (url.pathname.startsWith('/c/pay/')) return answerBuyer(call)
    if (faults.answers === 'silence') return 'silence'
    if (faults.answers === 'html') return { body: '<!DOCTYPE html><html><body>Busy</body></html>' }
    if (faults.answers === 'api-error') return fail(500, { type: 'api_error', message: 'Something went wrong on our side' })
    if (faults.answers === 'rate-limit')
      return fail(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests' })
    if (headers.authorization !== `Bearer ${secretKey}`)
      return fail(401, {
        type: 'invalid_request_error',
        message: `Invalid API Key provided: ${String(headers.authorization).slice(7, 15)}****`,
      })
    return answerShop(call)
  }

  function answerShop({ url, method, body, headers }: Call): Answer {
    runOut()
    const [, id, verb] = /^\/v1\/checkout\/sessions(?:\/([a-z0-9_]+))?(?:\/([a-z]+))?$/.exec(url.pathname) ?? []
    if (url.pathname === '/v1/checkout/sessions')
      return method === 'POST' ? create(body, String(headers['idempotency-key'] ?? '')) : list(url)
    const expand = [...url.searchParams].filter(([key]) => key.startsWith('expand')).map(([, value]) => value)
    if (url.pathname === '/v1/disputes' || url.pathname === '/v1/refunds') {
      const sale = sales.find(({ charge }) => charge?.id === url.searchParams.get('charge'))
      const refunds = sale?.refunds.map((refund) => expandRefund(refund, sale, expand))
      const data = (url.pathname === '/v1/disputes' ? sale?.disputes : refunds) ?? []
      return json({ object: 'list', url: url.pathname, has_more: false, data: data.toReversed() })
    }
    const sale = sales.find(({ session }) => session.id === id)
    if (!sale) return fail(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such checkout.session: '${id}'` })
    if (verb === 'expire' && method === 'POST') {
      if (sale.session.status !== 'open')
        return fail(400, { type: 'invalid_request_error', message: `Only Checkout Sessions with a status in ["open"] can be expired.` })
      act(sale, 'expire')
      return json(sale.session)
    }
    return json(expandSession(sale, expand))
  }

  function create(body: string, idempotencyKey: string): Answer {
    const before = created.get(idempotencyKey)
    if (before && before.body !== body)
      return fail(400, { type: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters.' })
    if (before) return json(before.sale.session, 200, { 'idempotent-replayed': 'true' })

    const form = new URLSearchParams(body)
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const expires = Number(form.get('expires_at')) - now() / 1000
    const wrong = (message: string, code?: string) => fail(400, { type: 'invalid_request_error', message, ...(code && { code }) })
    if (form.get('mode') !== 'payment' || form.get('line_items[0][price_data][currency]') !== 'usd')
      return wrong('Invalid currency or mode')
    if (listOf(form, 'payment_method_types').length > 0)
      return wrong('Use allowed_payment_method_types', 'payment_method_types_no_longer_supported')
    if (!form.get('line_items[0][price_data][product_data][name]')) return wrong('Missing name', 'parameter_invalid_empty')
    if (!Number.isInteger(amount) || amount < 0) return wrong('Invalid integer', 'parameter_invalid_integer')
    if (amount < 50) return wrong('The Checkout Session’s total amount must convert to at least 50 cents.', 'amount_too_small')
    if (amount > 99_999_999) return wrong('The Checkout Session’s total amount must be no more than $999,999.99.', 'amount_too_large')
    if (!/^[^@\s]+@[^@\s]+$/.test(form.get('customer_email') ?? '')) return wrong('Invalid email address', 'email_invalid')
    if (!URL.canParse(form.get('success_url') ?? '')) return wrong('Not a valid URL', 'url_invalid')
    if (!(expires > 30 * 60 - 5 && expires <= 24 * 3600)) return wrong('The `expires_at` timestamp must be between 30 minutes and 24 hours')

    const id = newId('cs_test')
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      client_reference_id: form.get('client_reference_id'),
      amount_total: amount,
      currency: 'usd',
      created: Math.floor(now() / 1000),
      expires_at: Number(form.get('expires_at')),
      livemode: false,
      mode: 'payment',
      metadata: nestedFields(form, 'metadata'),
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      allowed_payment_method_types: listOf(form, 'allowed_payment_method_types'),
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url'),
      url: `${server.url}/c/pay/${id}`,
    }
    const title = form.get('line_items[0][price_data][product_data][name]') ?? ''
    const sale: StripeSale = {
      session,
      title,
      metadata: nestedFields(form, 'payment_intent_data[metadata]'),
      refunds: [],
      failedAt: new Map(),
      disputes: [],
    }
    sales.push(sale)
    if (idempotencyKey) created.set(idempotencyKey, { body, sale })
    const { loseNextAnswer, breakNextAnswer } = faults
    Object.assign(faults, { loseNextAnswer: false, breakNextAnswer: false })
    return breakNextAnswer ? 'hang-up' : loseNextAnswer ? 'silence' : json(session)
  }

  /** Returns one page of objects, newest first. */
  function list({ searchParams, pathname }: URL): Answer {
    const number = (name: string, fallback: number) => Number(searchParams.get(name) ?? fallback)
    const from = number('created[gte]', 0)
    const to = number('created[lte]', Number.MAX_SAFE_INTEGER)
    const all = sales.map(({ session }) => session).filter(({ created }) => created >= from && created <= to)
    const newest = all.toReversed()
    const start = newest.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
    const data = newest.slice(start, start + Math.min(number('limit', 10), 100))
    return json({ object: 'list', url: pathname, has_more: start + data.length < newest.length, data })
  }

  function answerBuyer({ url, method, body }: Call): Answer {
    runOut()
    const sale = sales.find(({ session }) => url.pathname.endsWith(session.id))
    if (!sale) return notThere
    if (method !== 'POST') return { body: writeStripePage(sale) }
    const action = STRIPE_ACTIONS.find((name) => name === new URLSearchParams(body).get('action'))
    if (action) act(sale, action)
    const isSettled = action === 'pay' || action === 'pay-slowly'
    return redirectTo(isSettled ? sale.session.success_url : url.pathname)
  }

  function runOut() {
    for (const sale of sales) if (sale.session.expires_at * 1000 <= now()) act(sale, 'expire')
  }

  function act(sale: StripeSale, action: StripeAction) {
    for (const { type, object } of applyAction(sale, action, Math.floor(now() / 1000))) {
      const about = { api_version: '2025-01-01', created: Math.floor(now() / 1000), livemode: false, pending_webhooks: 1, request: null }
      const body = JSON.stringify({ id: newId('evt'), object: 'event', type, ...about, data: { object } })
      courier.send({
        to: webhookUrl,
        // Each delivery of an event has a separate signature.
        write: () => ({
          body,
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'stripe-signature': signer.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret }),
          },
        }),
      })
    }
  }

  return {
    url: server.url,
    secretKey,
    webhookSecret,
    faults,
    sales,
    courier,
    /** Performs an action of the buyer, the bank or the merchant, or an expiry. */
    act: (reference: string, action: StripeAction) => {
      const sale = sales.findLast(({ session }) => session.client_reference_id === reference)
      if (!sale) throw new Error(`No session has the reference ${reference}`)
      act(sale, action)
    },
    /** Turns off all faults */
    heal: () => Object.assign(faults, NO_STRIPE_FAULTS),
    close: async () => {
      await courier.close()
      await server.close()
    },
  }
}

function listOf(form: URLSearchParams, name: string): string[] {
  return [...form].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value)
}

function listed({ session, title }: StripeSale) {
  return { address: `/c/pay/${session.id}`, text: `${title}, USD ${(session.amount_total / 100).toFixed(2)}, ${session.status}` }
}

function fail(status: number, error: { type: string; code?: string; message: string }): Answer {
  return json({ error }, status, { 'request-id': newId('req') })
}
