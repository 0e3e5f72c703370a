import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PaymentRefusedError } from '#server/shop/gateways/gateway.ts'
import { buildPayment } from '#tests/support/gateway-doubles/gateway-harness.ts'
import { openTestGatewayHarness } from '#tests/support/gateway-doubles/test-gateway-harness.ts'
import { SOON_MS } from './test-gateway-actions.ts'

let harness: Awaited<ReturnType<typeof openTestGatewayHarness>>
beforeAll(async () => {
  harness = await openTestGatewayHarness()
})
afterAll(() => harness.close())

async function begin(changes: Parameters<typeof buildPayment>[0] = {}) {
  const payment = buildPayment(changes)
  return { payment, initiated: await harness.gateway.initiate(payment), ...harness.testGateway.actions }
}

test('the payment page of the test gateway is on the origin of the return URL', async () => {
  const { payment, initiated } = await begin()
  expect(initiated.pageUrl).toBe(`https://shop.example/sandbox-gateway/${payment.reference}`)
})

test('initiating a payment twice creates one test payment', async () => {
  const { payment, act } = await begin()
  await act(payment.reference, 'pay')
  await harness.gateway.initiate(payment)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid' })
})

test.each([
  ['0771111111', 5_000, 'paid'],
  ['+263 772 222 222', 30_000, 'paid'],
  ['263773333333', 30_000, 'failed'],
  ['0779999999', 5_000, 'paid'],
  ['+44 7700 900123', 5_000, 'paid'],
])('the test phone %s responds after %i ms with the state %s', async (phone, afterMs, state) => {
  const { payment, initiated } = await begin({ method: 'ecocash', phone })
  expect(initiated).toMatchObject({ instructions: expect.stringContaining('seconds') })
  expect(initiated.pageUrl).toBeUndefined()
  harness.skip(afterMs - 1000)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'open' })
  harness.skip(1000)
  expect(await harness.gateway.read(payment)).toMatchObject({ state })
})

test('a payment with the test phone without funds is refused immediately', async () => {
  await expect(begin({ method: 'onemoney', phone: '0774444444' })).rejects.toThrow(new PaymentRefusedError('Insufficient balance'))
})

test('the action “pay soon” leaves a payment open for 20 seconds, then pays it', async () => {
  const { payment, act } = await begin()
  expect(await act(payment.reference, 'pay-soon')).toMatchObject({ state: 'open' })
  harness.skip(SOON_MS - 1000)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'open' })
  harness.skip(1000)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid' })
})

test('a delayed test payment is paid even after the shop canceled it', async () => {
  const { payment, act } = await begin()
  await act(payment.reference, 'pay-soon')
  await harness.gateway.cancel?.(payment)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'cancelled' })
  harness.skip(SOON_MS)
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid' })
})

test('a scheduled change of a test payment sends a notification', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { payment } = await begin({ method: 'ecocash', phone: '0771111111' })
    harness.skip(6000)
    await vi.advanceTimersByTimeAsync(6000)
    vi.useRealTimers()
    await expect.poll(() => harness.messages.map((message) => harness.gateway.verify(message)?.reference)).toContain(payment.reference)
  } finally {
    vi.useRealTimers()
  }
})

test('an open test payment expires after an hour, and a late payment can still be simulated after its expiry', async () => {
  const { payment, act, find } = await begin()
  harness.skip(61 * 60_000)
  expect(await find(payment.reference)).toMatchObject({ state: 'expired', actions: ['pay-late'] })
  expect(await act(payment.reference, 'pay-late')).toMatchObject({ state: 'paid', actions: ['refund', 'dispute'] })
})

test('a dispute of a test payment can be won or lost', async () => {
  for (const [action, state] of [['win-dispute', 'paid'] as const, ['lose-dispute', 'charged_back'] as const]) {
    const { payment, act } = await begin()
    await act(payment.reference, 'pay')
    await act(payment.reference, 'dispute')
    expect(await act(payment.reference, action)).toMatchObject({ state })
  }
})

test('an action that is not available for a test payment changes nothing and sends no notification', async () => {
  const { payment, act } = await begin()
  const before = harness.messages.length
  expect(await act(payment.reference, 'refund')).toMatchObject({ state: 'open' })
  expect(await act('unknown', 'pay')).toBeUndefined()
  expect(harness.messages).toHaveLength(before)
})

test('concurrent actions change a test payment once', async () => {
  const { payment, act } = await begin()
  const before = harness.messages.length
  await Promise.all([act(payment.reference, 'pay'), act(payment.reference, 'pay'), act(payment.reference, 'cancel')])
  expect(harness.messages).toHaveLength(before + 1)
  const other = await begin()
  await act(other.payment.reference, 'cancel')
  await Promise.all(Array.from({ length: 4 }, () => act(other.payment.reference, 'pay-late')))
  expect(harness.messages).toHaveLength(before + 3)
})
