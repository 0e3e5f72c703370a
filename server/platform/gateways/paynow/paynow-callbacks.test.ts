import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildPayment } from '#tests/support/gateway-doubles/gateway-bench.ts'
import { openPaynowBench, type PaynowBench } from '#tests/support/gateway-doubles/paynow-bench.ts'
import { paynowFields } from '#tests/support/gateway-doubles/paynow-wire.ts'

let bench: PaynowBench
beforeEach(async () => {
  bench = await openPaynowBench()
})
afterEach(() => bench.close())

async function begin() {
  const payment = buildPayment()
  const { handle } = await bench.gateway.initiate(payment)
  return { reference: payment.reference, read: () => bench.gateway.read({ ...payment, handle }) }
}

function statuses() {
  return bench.messages.map(({ body }) => Object.fromEntries(paynowFields(body)).status)
}

test('a notification that the shop answers with an error is repeated unchanged, up to ten times', async () => {
  const { reference } = await begin()
  bench.box.refuse(3)
  bench.double.act(reference, 'pay')
  await bench.double.courier.settle()
  expect(statuses()).toEqual(['Paid', 'Paid', 'Paid', 'Paid'])
  expect(new Set(bench.messages.map((message) => bench.gateway.verify(message)?.messageId)).size).toBe(1)

  bench.box.refuse(100)
  bench.double.act(reference, 'dispute')
  await bench.double.courier.settle()
  expect(statuses().filter((status) => status === 'Disputed')).toHaveLength(10)
})

test('notifications are duplicated, reordered, delayed or lost; the status is right all the same', async () => {
  const { reference, read } = await begin()
  const { faults, courier } = bench.double
  faults.duplicate = true
  bench.double.act(reference, 'cancel')
  await courier.settle()
  expect(statuses()).toEqual(['Cancelled', 'Cancelled'])

  Object.assign(faults, { duplicate: false, reorder: true })
  bench.double.act(reference, 'pay')
  bench.double.act(reference, 'dispute')
  await expect.poll(() => statuses().slice(2)).toEqual(['Disputed', 'Paid'])
  expect(await read()).toMatchObject({ state: 'disputed' })

  Object.assign(faults, { reorder: false, drop: true })
  bench.double.act(reference, 'refund')
  await courier.settle()
  expect(statuses()).toHaveLength(4)
  expect(await read()).toMatchObject({ state: 'refunded' })

  Object.assign(faults, { drop: false, delayMs: 300 })
  const start = Date.now()
  bench.double.act(reference, 'pay')
  await courier.settle()
  expect(Date.now() - start).toBeGreaterThan(250)
  expect(statuses()).toHaveLength(5)
})

test('its faults can be changed over HTTP, and its page pays', async () => {
  const { reference, read } = await begin()
  await fetch(`${bench.double.url}/double/faults`, { method: 'POST', body: JSON.stringify({ status: 'Sent' }) })
  expect(bench.double.faults.status).toBe('Sent')
  bench.double.heal()

  const [payment] = (await (await fetch(`${bench.double.url}/double/payments`)).json()) as { number: number; integration?: unknown }[]
  expect(payment?.integration).toBeUndefined()
  const page = `${bench.double.url}/Payment/ConfirmPayment/${payment?.number}`
  expect(await (await fetch(page)).text()).toContain('USD 19.99')
  const paid = await fetch(page, { method: 'POST', body: new URLSearchParams({ action: 'pay' }), redirect: 'manual' })
  expect(paid.headers.get('location')).toContain('back=paid')
  expect(await read()).toMatchObject({ state: 'paid' })
  expect(bench.double.payments[0]?.fields.reference).toBe(reference)
})
