import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPayment } from '#tests/support/gateway-doubles/gateway-harness.ts'
import { openPaynowHarness, type PaynowHarness } from '#tests/support/gateway-doubles/paynow-harness.ts'
import { paynowFields } from '#tests/support/gateway-doubles/paynow-wire.ts'

let harness: PaynowHarness
beforeEach(async () => {
  harness = await openPaynowHarness()
})
afterEach(() => harness.close())

async function begin() {
  const payment = buildPayment()
  const { handle } = await harness.gateway.initiate(payment)
  return { reference: payment.reference, read: () => harness.gateway.read({ ...payment, handle }) }
}

function statuses() {
  return harness.messages.map(({ body }) => Object.fromEntries(paynowFields(body)).status)
}

test('Paynow repeats a notification unchanged up to ten times if it gets an error response', async () => {
  const { reference } = await begin()
  harness.box.refuse(3)
  harness.double.act(reference, 'pay')
  await harness.double.courier.settle()
  expect(statuses()).toEqual(['Paid', 'Paid', 'Paid', 'Paid'])
  expect(new Set(harness.messages.map((message) => harness.gateway.verify(message)?.messageId)).size).toBe(1)

  harness.box.refuse(100)
  harness.double.act(reference, 'dispute')
  await harness.double.courier.settle()
  expect(statuses().filter((status) => status === 'Disputed')).toHaveLength(10)
})

test('the payment status is correct when notifications are duplicated, reordered, delayed or lost', async () => {
  const { reference, read } = await begin()
  const { faults, courier } = harness.double
  faults.duplicate = true
  harness.double.act(reference, 'cancel')
  await courier.settle()
  expect(statuses()).toEqual(['Cancelled', 'Cancelled'])

  Object.assign(faults, { duplicate: false, reorder: true })
  harness.double.act(reference, 'pay')
  harness.double.act(reference, 'dispute')
  await expect.poll(() => statuses().slice(2)).toEqual(['Disputed', 'Paid'])
  expect(await read()).toMatchObject({ state: 'disputed' })

  Object.assign(faults, { reorder: false, drop: true })
  harness.double.act(reference, 'refund')
  await courier.settle()
  expect(statuses()).toHaveLength(4)
  expect(await read()).toMatchObject({ state: 'refunded' })

  Object.assign(faults, { drop: false, delayMs: 300 })
  const start = Date.now()
  harness.double.act(reference, 'pay')
  await courier.settle()
  expect(Date.now() - start).toBeGreaterThan(250)
  expect(statuses()).toHaveLength(5)
})

test('the Paynow test double accepts fault settings over HTTP, and its payment page can pay', async () => {
  const { reference, read } = await begin()
  await fetch(`${harness.double.url}/double/faults`, { method: 'POST', body: JSON.stringify({ status: 'Sent' }) })
  expect(harness.double.faults.status).toBe('Sent')
  harness.double.heal()

  const [payment] = (await (await fetch(`${harness.double.url}/double/payments`)).json()) as { number: number; integration?: unknown }[]
  expect(payment?.integration).toBeUndefined()
  const page = `${harness.double.url}/Payment/ConfirmPayment/${payment?.number}`
  expect(await (await fetch(page)).text()).toContain('USD 19.99')
  const paid = await fetch(page, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })
  expect(paid.headers.get('location')).toContain('back=paid')
  expect(await read()).toMatchObject({ state: 'paid' })
  expect(harness.double.payments[0]?.fields.reference).toBe(reference)
})
