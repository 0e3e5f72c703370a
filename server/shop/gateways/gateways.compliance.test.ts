import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildPayment, type GatewayHarness } from '#tests/support/gateway-doubles/gateway-harness.ts'
import { openPaynowHarness } from '#tests/support/gateway-doubles/paynow-harness.ts'
import { openStripeHarness } from '#tests/support/gateway-doubles/stripe-harness.ts'
import { openTestGatewayHarness } from '#tests/support/gateway-doubles/test-gateway-harness.ts'
import fc from '#tests/support/property-testing.ts'
import { GatewayUnclearError, type PaymentStatus, UntrustedMessageError } from './gateway.ts'

describe.each<[string, () => Promise<GatewayHarness>]>([
  ['test', openTestGatewayHarness],
  ['paynow', openPaynowHarness],
  ['paynow, as lenient as its SDKs', () => openPaynowHarness({ manner: 'lenient' })],
  ['paynow, as strict as its documentation', () => openPaynowHarness({ manner: 'strict' })],
  ['stripe', openStripeHarness],
])('the gateway %s', (name, openHarness) => {
  let harness: GatewayHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  async function begin(changes: Parameters<typeof buildPayment>[0] = {}) {
    const payment = buildPayment(changes)
    const initiated = await harness.gateway.initiate(payment)
    return { initiated, payment: { ...payment, handle: initiated.handle } }
  }

  async function readBegun() {
    const { payment } = await begin()
    return { ...payment, read: () => harness.gateway.read(payment) }
  }

  test('the gateway has a name and accepts web payments in each of its currencies', () => {
    expect(harness.gateway.name).toBe(name.split(',')[0])
    for (const currency of harness.currencies) expect(harness.gateway.methods[currency]).toContain('web')
  })

  test('the gateway declares a valid minimum amount, if any', () => {
    expect(harness.gateway.leastMinor?.USD ?? 1).toBe(harness.leastMinor)
  })

  test('initiating a payment in any currency returns a payment page and leaves the payment open', async () => {
    for (const currency of harness.currencies) {
      const { payment, initiated } = await begin({ currency, amountMinor: 1234 })
      expect(initiated.pageUrl).toMatch(/^https?:\/\//)
      expect(initiated.raw).not.toBe('')
      expect(await harness.gateway.read(payment)).toMatchObject({ found: true, state: 'open', amountMinor: 1234, currency })
    }
  })

  test('the gateway reports an unknown payment as not found', async () => {
    const long = new Date(Date.now() - 48 * 3_600_000)
    expect(await harness.gateway.read(buildPayment({ createdAt: long }))).toMatchObject({ found: false })
  })

  test('the gateway reports a paid payment', async () => {
    const { reference, read } = await readBegun()
    await harness.pay(reference)
    expect(await read()).toMatchObject({ state: 'paid', amountMinor: 1999, currency: 'USD' })
  })

  test('the gateway reports a declined payment', async () => {
    const { reference, read } = await readBegun()
    await harness.decline(reference)
    expect(await read()).toMatchObject({ state: harness.declined })
  })

  test('the gateway reports a payment that was canceled on its payment page', async () => {
    const { reference, read } = await readBegun()
    await harness.cancel(reference)
    expect((await read()) as { state?: string }).toMatchObject({ state: expect.stringMatching(/^(cancelled|expired)$/) })
  })

  test('the gateway reports a payment as paid if it was paid after being canceled', async ({ skip }) => {
    if (!harness.payLate) return skip('this gateway rules it out')
    const { reference, read } = await readBegun()
    await harness.cancel(reference)
    await harness.payLate(reference)
    expect(await read()).toMatchObject({ state: 'paid', amountMinor: 1999 })
  })

  test('the gateway reports a refunded payment', async () => {
    const { reference, read } = await readBegun()
    await harness.pay(reference)
    await harness.refund(reference)
    expect(await read()).toMatchObject({ state: 'refunded' })
  })

  test('the gateway reports a disputed payment', async () => {
    const { reference, read } = await readBegun()
    await harness.pay(reference)
    await harness.dispute(reference)
    expect(await read()).toMatchObject({ state: 'disputed' })
  })

  test('reading a payment twice returns the same status', async () => {
    const { reference, read } = await readBegun()
    expect(await read()).toEqual(await read())
    await harness.pay(reference)
    expect(await read()).toEqual(await read())
  })

  test('canceling a canceled payment again succeeds', async ({ skip }) => {
    const { cancel } = harness.gateway
    if (!cancel) return skip('this gateway can’t be asked')
    const { payment } = await begin()
    await cancel(payment)
    await cancel(payment)
    expect(await harness.gateway.read(payment)).toMatchObject({ state: expect.stringMatching(/^(cancelled|expired)$/) })
  })

  test('canceling a paid payment leaves the payment paid', async ({ skip }) => {
    if (!harness.gateway.cancel) return skip('this gateway can’t be asked')
    const { payment } = await begin()
    await harness.pay(payment.reference)
    await harness.gateway.cancel(payment).catch(() => undefined)
    expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid' })
  })

  test('notifications contain the reference of the payment, and repeated notifications have the same id', async () => {
    const { reference } = await readBegun()
    const message = await messageAfter(reference, () => harness.pay(reference))
    const hint = harness.gateway.verify(message)
    expect(hint).toMatchObject({ reference, messageId: expect.stringMatching(/^.{8,200}$/) })
    expect(harness.gateway.verify(message)).toEqual(hint)
    const refunded = await messageAfter(reference, () => harness.refund(reference))
    expect(harness.gateway.verify(refunded)?.messageId).not.toBe(hint?.messageId)
  })

  test('a notification is refused if any byte is changed', async () => {
    const { reference } = await readBegun()
    const message = await messageAfter(reference, () => harness.pay(reference))
    const spoilt = fc.record({ at: fc.nat(message.body.length - 1), by: fc.constantFrom('0', 'a', '&', '%', '"') })
    fc.assert(
      fc.property(spoilt, ({ at, by }) => {
        fc.pre(message.body[at]?.toLowerCase() !== by)
        const body = message.body.slice(0, at) + by + message.body.slice(at + 1)
        expect(() => harness.gateway.verify({ ...message, body })).toThrow(UntrustedMessageError)
      }),
    )
    for (const body of ['', '{}', 'a=b', 'null', `${message.body}0`, `${message.body}&x=y`])
      expect(() => harness.gateway.verify({ ...message, body })).toThrow(UntrustedMessageError)
  })

  test('the gateway finds a payment whose response was lost', { tags: ['full'] }, async () => {
    const payment = buildPayment()
    harness.loseNextAnswer()
    await expect(harness.gateway.initiate(payment)).rejects.toThrow(GatewayUnclearError)
    const found = await harness.gateway.read(payment)
    expect(found).toMatchObject({ found: true, state: 'open', amountMinor: 1999, currency: 'USD' })
    await harness.pay(payment.reference)
    const handle = (found as Extract<PaymentStatus, { found: true }>).handle ?? {}
    expect(await harness.gateway.read({ ...payment, handle })).toMatchObject({ found: true, state: 'paid' })
  })

  test('the gateway preserves amounts exactly to the cent', async () => {
    const { leastMinor: min, mostMinor: max } = harness
    const wished = fc.record({ amountMinor: fc.integer({ min, max }), currency: fc.constantFrom(...harness.currencies) })
    await fc.assert(
      fc.asyncProperty(wished, async ({ amountMinor, currency }) => {
        const { payment } = await begin({ amountMinor, currency })
        expect(await harness.gateway.read(payment)).toMatchObject({ amountMinor, currency })
      }),
      { numRuns: 50, examples: [[{ amountMinor: min, currency: 'USD' }], [{ amountMinor: max, currency: 'USD' }]] },
    )
  })

  // This test is the last because it shuts the gateway down.
  test('an unreachable gateway causes an unclear result within its timeouts', { tags: ['full'] }, async () => {
    const { payment } = await begin()
    harness.goDown()
    await expect(harness.gateway.initiate(buildPayment())).rejects.toThrow(GatewayUnclearError)
    await expect(harness.gateway.read(payment)).rejects.toThrow(GatewayUnclearError)
    await expect(harness.gateway.read(buildPayment())).rejects.toThrow(GatewayUnclearError)
  })

  /** Runs an action and returns the newest notification that the action causes for a payment. */
  async function messageAfter(reference: string, act: () => Promise<unknown>) {
    const before = harness.messages.length
    await act()
    return vi.waitUntil(() => harness.messages.slice(before).findLast(({ body }) => body.includes(reference)), { timeout: 60_000 })
  }
})
