import { readFile } from 'node:fs/promises'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { GatewayUnclearError, PaymentRefusedError, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'
import { buildPayment } from '#tests/support/gateway-doubles/gateway-harness.ts'
import type { StripeFaults } from '#tests/support/gateway-doubles/stripe-faults.ts'
import { openStripeHarness, type StripeHarness } from '#tests/support/gateway-doubles/stripe-harness.ts'
import { createStripeGateway } from './stripe-gateway.ts'
import { STRIPE_EVENTS } from './stripe-messages.ts'

const HOUR_MS = 60 * 60 * 1000

let harness: StripeHarness
beforeAll(async () => {
  harness = await openStripeHarness()
})
afterEach(() => harness.double.heal())
afterAll(() => harness.close())

async function begin(changes: Parameters<typeof buildPayment>[0] = {}) {
  const payment = buildPayment(changes)
  const initiated = await harness.gateway.initiate(payment)
  const read = () => harness.gateway.read({ ...payment, handle: initiated.handle })
  return { initiated, payment: { ...payment, handle: initiated.handle }, reference: payment.reference, read }
}

function eventOf(type: string, about: string) {
  const isIt = (body: string) => JSON.parse(body).type === type && body.includes(about)
  return vi.waitUntil(() => harness.messages.find(({ body }) => isIt(body)), { timeout: 60_000 })
}

test('a Stripe payment request contains every field that Stripe requires', async () => {
  const { payment, initiated } = await begin({ amountMinor: 1005 })
  const sale = harness.double.sales.at(-1)
  expect(sale?.session).toMatchObject({
    client_reference_id: payment.reference,
    amount_total: 1005,
    currency: 'usd',
    metadata: { reference: payment.reference },
    success_url: payment.returnUrl,
    cancel_url: payment.cancelUrl,
  })
  expect(sale?.metadata).toEqual({ reference: payment.reference })
  expect(sale?.title).toBe(payment.title)
  expect(initiated.pageUrl).toBe(sale?.session.url)
  expect(initiated.expiresAt?.getTime()).toBe((sale?.session.expires_at ?? 0) * 1000)
})

test('a Stripe session accepts only cards, which settle immediately', async () => {
  await begin()
  expect(harness.double.sales.at(-1)?.session.allowed_payment_method_types).toEqual(['card'])
})

test('initiating a payment twice creates one Stripe session', async () => {
  const payment = buildPayment()
  const at = new Date()
  const { secretKey, webhookSecret, url } = harness.double
  const gateway = createStripeGateway({ settings: { secretKey, webhookSecret, apiUrl: url }, now: () => at })
  const [first, second] = [await gateway.initiate(payment), await gateway.initiate(payment)]
  expect(second.handle).toEqual(first.handle)
})

test('a broken connection does not create a second Stripe session', async () => {
  const before = harness.double.sales.length
  harness.double.faults.breakNextAnswer = true
  const { read } = await begin()
  expect(harness.double.sales).toHaveLength(before + 1)
  expect(await read()).toMatchObject({ state: 'open' })
})

test('a payment stays paid after a partial refund and becomes refunded once the whole amount is refunded; each refund is listed with its time', async () => {
  const { reference, read } = await begin()
  harness.double.act(reference, 'pay')
  expect(await read()).toMatchObject({ state: 'paid', paidAt: expect.any(Date), returns: [] })
  harness.double.act(reference, 'refund-a-part')
  expect(await read()).toMatchObject({ state: 'paid', amountMinor: 1999, returns: [{ kind: 'refund', amountMinor: 1000 }] })
  harness.double.act(reference, 'refund')
  const reading = await read()
  expect(reading).toMatchObject({ state: 'refunded', returns: [{ amountMinor: 999 }, { amountMinor: 1000, at: expect.any(Date) }] })
})

test('a payment stays paid after a failed or canceled refund, which is listed with the time and reason of the failure', async () => {
  const { reference, read } = await begin()
  harness.double.act(reference, 'pay')
  harness.double.act(reference, 'refund')
  harness.double.act(reference, 'fail-refund')
  const failed = { at: expect.any(Date), reason: 'expired_or_canceled_card' }
  expect(await read()).toMatchObject({ state: 'paid', returns: [{ amountMinor: 1999, undone: failed }] })
  const [refund] = harness.double.sales.at(-1)?.refunds ?? []
  Object.assign(refund ?? {}, { status: 'canceled', failure_reason: undefined, failure_balance_transaction: undefined })
  expect(await read()).toMatchObject({ state: 'paid', returns: [{ undone: { at: undefined, reason: undefined } }] })
  Object.assign(refund ?? {}, { status: 'pending' })
  expect(await read()).toMatchObject({ state: 'refunded' })
})

test('a payment stays paid after a lost dispute about a part of its amount', async () => {
  const { reference, read } = await begin()
  for (const action of ['pay', 'dispute'] as const) harness.double.act(reference, action)
  Object.assign(harness.double.sales.at(-1)?.disputes[0] ?? {}, { amount: 500, status: 'lost' })
  expect(await read()).toMatchObject({ state: 'paid', returns: [{ kind: 'chargeback', amountMinor: 500 }] })
  harness.double.act(reference, 'refund')
  expect(await read()).toMatchObject({ state: 'charged_back' })
})

test('a payment becomes paid again after a won dispute, and charged back after a lost dispute', async () => {
  for (const [action, state] of [['win-dispute', 'paid'] as const, ['lose-dispute', 'charged_back'] as const]) {
    const { reference, read } = await begin()
    harness.double.act(reference, 'pay')
    harness.double.act(reference, 'dispute')
    expect(await read()).toMatchObject({ state: 'disputed' })
    harness.double.act(reference, action)
    expect(await read()).toMatchObject({ state })
  }
})

test('a dispute inquiry does not change the state of a payment', async () => {
  const { reference, read } = await begin()
  harness.double.act(reference, 'pay')
  harness.double.act(reference, 'inquire')
  expect(await read()).toMatchObject({ state: 'paid' })
})

test.each([['slow-payment-arrives', 'paid'] as const, ['slow-payment-fails', 'failed'] as const])(
  'a bank debit that takes days is processing until it settles: %s',
  async (action, state) => {
    const { reference, read } = await begin()
    harness.double.act(reference, 'pay-slowly')
    expect(await read()).toMatchObject({ state: 'processing' })
    harness.double.act(reference, action)
    expect(await read()).toMatchObject({ state })
  },
)

test('an unknown dispute status is returned as an undefined state with Stripe’s text', async () => {
  const { reference, read } = await begin()
  harness.double.act(reference, 'pay')
  harness.double.act(reference, 'dispute')
  Object.assign(harness.double.sales.at(-1)?.disputes[0] ?? {}, { status: 'adjourned' })
  const reading = await read()
  expect(reading).toMatchObject({ state: undefined, statusText: 'complete, paid, dispute adjourned' })
})

test.each([
  [{ amountMinor: 49 }, 'small'],
  [{ amountMinor: 100_000_000 }, 'large'],
  [{ email: 'nobody' }, 'email'],
  [{ currency: 'ZWG' as const }, 'US dollars'],
  [{ method: 'ecocash' as const }, 'US dollars'],
  [{ returnUrl: 'nowhere' }, 'url_invalid'],
])('%j is refused', async (changes, reason) => {
  const refused = harness.gateway.initiate(buildPayment(changes))
  await expect(refused).rejects.toThrow(PaymentRefusedError)
  await expect(refused).rejects.toThrow(reason)
})

test.each<[Partial<StripeFaults>, typeof GatewayUnclearError]>([
  [{ answers: 'html' }, GatewayUnclearError],
  [{ answers: 'api-error' }, GatewayUnclearError],
  [{ answers: 'silence' }, GatewayUnclearError],
  [{ answers: 'rate-limit' }, PaymentRefusedError],
])('%j in response to a new payment is unclear, except for a rate limit, which is a refusal', async (faults, kind) => {
  const { read } = await begin()
  Object.assign(harness.double.faults, faults)
  await expect(harness.gateway.initiate(buildPayment())).rejects.toThrow(kind)
  await expect(read()).rejects.toThrow(GatewayUnclearError)
})

test('a payment that Stripe does not know is reported as unclear for a day, then as not found', async () => {
  await expect(harness.gateway.read(buildPayment({ createdAt: new Date(Date.now() - 23 * HOUR_MS) }))).rejects.toThrow(GatewayUnclearError)
  expect(await harness.gateway.read(buildPayment({ createdAt: new Date(Date.now() - 25 * HOUR_MS) }))).toMatchObject({ found: false })
})

test('a session whose response was lost is found among hundreds of sessions', async () => {
  const payment = buildPayment()
  harness.loseNextAnswer()
  await expect(harness.gateway.initiate(payment)).rejects.toThrow(GatewayUnclearError)
  const sample = harness.double.sales.at(-1)
  if (!sample) throw new Error('No sale was made')
  for (let index = 0; index < 250; index++)
    harness.double.sales.push({
      ...sample,
      session: { ...sample.session, id: `cs_test_other${index}`, client_reference_id: 'someone else' },
    })
  expect(await harness.gateway.read(payment)).toMatchObject({ found: true, state: 'open', handle: { sessionId: sample.session.id } })
})

test('a session of another Stripe account is not found, and a session of another payment is treated as unclear', async () => {
  const { payment } = await begin()
  expect(await harness.gateway.read({ ...payment, handle: { sessionId: 'cs_test_gone' } })).toMatchObject({ found: false })
  await expect(harness.gateway.read({ ...payment, reference: buildPayment().reference })).rejects.toThrow('another payment')
})

test('charge events identify a payment by its reference, and refund and dispute events by the ids of the payment intent and charge', async () => {
  const { reference, read } = await begin()
  for (const action of ['pay', 'refund', 'fail-refund', 'dispute', 'lose-dispute'] as const) harness.double.act(reference, action)
  const { intent, charge } = harness.double.sales.at(-1) ?? {}
  const event = await eventOf('charge.refunded', reference)
  expect(harness.gateway.verify(event)).toMatchObject({ reference, messageId: JSON.parse(event.body).id })
  const known = (await read()) as { gatewayIds?: string[] }
  expect(known.gatewayIds).toEqual(expect.arrayContaining([intent?.id, charge?.id]))
  for (const type of ['refund.created', 'refund.updated', 'refund.failed', 'charge.dispute.created', 'charge.dispute.closed']) {
    const notification = harness.gateway.verify(await eventOf(type, charge?.id ?? '-'))
    expect(notification, type).toMatchObject({ reference: undefined, gatewayIds: expect.arrayContaining([intent?.id, charge?.id]) })
  }
})

test('STRIPE_EVENTS contains every event that the Stripe test double sends, and docs/operations/payments.md lists every event of STRIPE_EVENTS', async () => {
  const operations = await readFile('docs/operations/payments.md', 'utf8')
  expect(STRIPE_EVENTS.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
  const sent = new Set(harness.messages.map(({ body }) => JSON.parse(body).type))
  // `charge.refund.updated` is the older name of `refund.updated`.
  sent.delete('charge.refund.updated')
  expect([...sent].filter((name) => !(STRIPE_EVENTS as readonly string[]).includes(name))).toEqual([])
})

test('an event signed with the webhook secret is accepted for five minutes, and an event with another or no signature is refused', async () => {
  const { reference } = await begin()
  const { webhooks } = new Stripe('sk_test_any')
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: { client_reference_id: reference } } })
  const signed = (secret: string, secondsAgo: number) => {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo
    return { body: payload, headers: { 'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp }) } }
  }
  const { webhookSecret } = harness.double
  expect(harness.gateway.verify(signed(webhookSecret, 290))).toMatchObject({ reference, messageId: 'evt_1' })
  for (const message of [signed(webhookSecret, 310), signed('whsec_other', 0), { body: payload, headers: {} }])
    expect(() => harness.gateway.verify(message)).toThrow(UntrustedMessageError)
})

test('an event about another sale in the Stripe account is ignored', () => {
  const { webhooks } = new Stripe('sk_test_any')
  for (const object of [{}, { client_reference_id: 'order 7' }, { metadata: null }, { metadata: { reference: 7 } }]) {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object } })
    const header = webhooks.generateTestHeaderString({ payload, secret: harness.double.webhookSecret })
    expect(harness.gateway.verify({ body: payload, headers: { 'stripe-signature': header } })).toBeUndefined()
  }
})

test('error messages contain no secret, and the stored Stripe response does not contain the URL of the payment page', async () => {
  const { payment, initiated, read } = await begin()
  const { secretKey, webhookSecret, url: apiUrl } = harness.double
  const seen: string[] = []
  const note = (error: unknown) => seen.push(String(error), JSON.stringify(error), String((error as Error).cause))
  const wrongKey = createStripeGateway({ settings: { secretKey: `${secretKey}x`, webhookSecret, apiUrl } })
  await wrongKey.initiate(buildPayment()).catch(note)
  await wrongKey.read(payment).catch(note)
  for (const answers of ['html', 'api-error', 'rate-limit'] as const) {
    harness.double.faults.answers = answers
    await harness.gateway.initiate(buildPayment()).catch(note)
    await read().catch(note)
  }
  const header = `t=1,v1=${'a'.repeat(64)}`
  try {
    harness.gateway.verify({ body: '{"secret":1}', headers: { 'stripe-signature': header } })
  } catch (error) {
    note(error)
  }
  expect(seen).toHaveLength(27)
  for (const secret of [secretKey.slice(0, 15), webhookSecret, 'aaaa', '"secret"']) expect(seen.join('\n')).not.toContain(secret)
  expect(initiated.raw).not.toContain('/c/pay/')
})
