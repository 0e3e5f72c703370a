import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import type { Buyers } from '#tests/support/buyers.ts'
import type { ModelPayment } from '#tests/support/model-gateway.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

/* Tests gateways that are unreachable temporarily or permanently: notifications stay pending until a check succeeds, and open payments
   expire. */

const SECOND = 1000
const HOUR = 3_600_000
let gateways: TestShop['gateways']
let app: TestShop['app']
let model: TestShop['model']
let clock: TestShop['clock']
let shop: TestShop['shop']
let wish: { productId: string }

beforeAll(async () => {
  ;({ app, model, clock, shop, gateways } = await openTestShop())
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.now = new Date()
  gateways.splice(0, gateways.length, model.gateway)
  model.setDown(false)
  // Excludes payments of other tests from the checks.
  await app.services.database.pool.query('update payment_attempts set next_check_at = null, unreadable_since = null')
  wish = { productId: (await storeBook(app.services, { price: 4.5 })).id }
})

type Begun = Awaited<ReturnType<Buyers['begin']>> & { clientId: string }

async function begin(): Promise<Begun> {
  const clientId = shop.newClient()
  return { clientId, ...(await shop.begin(clientId, wish)) }
}
const find = ({ attempt }: Begun) => app.services.shop.orders.attempts.find(attempt.id)
const later = async (milliseconds: number) => {
  clock.now = new Date(clock.now.getTime() + milliseconds)
  await app.services.shop.orders.payments.reconcile()
}

/** Sends a notification about the payment while the gateway is unreachable. */
async function saysWhileDown({ payment, attempt }: Begun, state: ModelPayment['state'], message = model.message(payment.reference)) {
  payment.state = state
  model.setDown(true)
  await shop.tell(payment.reference, message)
  await expect
    .poll(() => app.services.shop.orders.attempts.find(attempt.id))
    .toMatchObject({ lease: null, unreadableSince: expect.any(Date) })
  return message
}

describe('notifications while the gateway is unreachable', () => {
  const cases: [what: string, before: (begun: Begun) => Promise<void>, says: ModelPayment['state']][] = [
    ['paid, for an open payment', () => later(2 * 60 * SECOND), 'paid'],
    ...[1, 20, 30, 48, 71, 80].map((hours): (typeof cases)[number] => [
      `paid, for a payment cancelled ${hours} hours ago`,
      async ({ id, clientId }) => {
        await shop.call(id, 'cancel', clientId)
        await later(hours * HOUR)
      },
      'paid',
    ]),
    [
      'refunded, for a paid payment',
      async ({ payment }) => {
        payment.state = 'paid'
        await later(10 * 60 * SECOND)
      },
      'refunded',
    ],
  ]

  test.each(cases)('a notification (%s) triggers a check within seconds once the gateway is reachable', async (_what, before, says) => {
    const begun = await begin()
    await before(begun)
    await saysWhileDown(begun, says)
    model.setDown(false)
    await later(11 * SECOND)
    expect(await find(begun)).toMatchObject({ state: says, unansweredSince: null, unreadableSince: null })
  })

  test('a notification triggers repeated checks at growing intervals of at most an hour while the gateway is unreachable', async () => {
    const begun = await begin()
    await shop.call(begun.id, 'cancel', begun.clientId)
    await later(20 * HOUR)
    await saysWhileDown(begun, 'paid')
    const pauses: number[] = []
    for (let count = 0; count < 12; count++) {
      const { nextCheckAt } = (await find(begun)) ?? {}
      const pause = (nextCheckAt?.getTime() ?? 0) - clock.now.getTime()
      pauses.push(pause / SECOND)
      await later(pause + 1)
    }
    expect(pauses.slice(0, 3).map(Math.round)).toEqual([10, 10, 20])
    expect(Math.max(...pauses)).toBeLessThanOrEqual(3600)
    expect(pauses.at(-1)).toBe(3600)
  })

  test('a repeated notification triggers another check until a check succeeds', async () => {
    const begun = await begin()
    const message = await saysWhileDown(begun, 'paid')
    model.setDown(false)
    await shop.tell(begun.payment.reference, message)
    await shop.untilState(begun.id, begun.clientId, 'paid')
    await expect.poll(() => find(begun)).toMatchObject({ lease: null, notified: false })
    begun.payment.state = 'refunded'
    await shop.tell(begun.payment.reference, message)
    expect(await find(begun)).toMatchObject({ state: 'paid', notified: false })
  })

  test('a notification still triggers a check after the buyer has canceled the payment', async () => {
    const begun = await begin()
    await saysWhileDown(begun, 'paid')
    await shop.call(begun.id, 'cancel', begun.clientId)
    expect(await find(begun)).toMatchObject({ state: 'cancelled' })
    model.setDown(false)
    await later(11 * SECOND)
    expect(await find(begun)).toMatchObject({ state: 'paid' })
  })
})

describe('payments whose status can’t be read', () => {
  const away: [what: string, goes: () => unknown, comesBack: () => unknown][] = [
    ['because its gateway is down', () => model.setDown(true), () => model.setDown(false)],
    ['because its gateway was removed from the settings', () => gateways.pop(), () => gateways.push(model.gateway)],
  ]

  test.each(away)(
    'a payment that is unreadable %s expires on time, and gives access if it turns out to be paid',
    async (_why, goes, comesBack) => {
      const begun = await begin()
      goes()
      await later(0.5 * HOUR)
      expect(await find(begun)).toMatchObject({ state: 'open', unreadableSince: clock.now })
      const since = clock.now.toISOString()
      await later(0.6 * HOUR)
      const { state, attempts } = await shop.details(begun.id)
      expect({ state, attempts }).toMatchObject({
        state: 'unpaid',
        attempts: [{ state: 'expired', unreadableSince: since, nextCheckAt: expect.any(String) }],
      })
      expect(attempts[0]?.events.at(-1)).toMatchObject({
        to: 'expired',
        cause: 'time',
        detail: 'The payment service gave no clear response',
      })
      await later(400 * 24 * HOUR)
      begun.payment.state = 'paid'
      comesBack()
      await later(HOUR + 1)
      expect(await find(begun)).toMatchObject({ state: 'paid', unreadableSince: null })
      expect(await shop.opens(begun.clientId, wish)).toBe(true)
    },
  )

  test('an unreadable payment expires even if the response to the new payment was lost', async () => {
    const clientId = shop.newClient()
    const id = await shop.order(clientId, wish)
    model.failNext('lost_after')
    expect((await shop.pay(id, clientId)).statusCode).toBe(503)
    model.setDown(true)
    await later(2 * HOUR)
    expect(await shop.get(id, clientId)).toMatchObject({ state: 'unpaid', attempt: { state: 'expired' } })
    const { payment, attempt } = await shop.atGateway(id)
    payment.state = 'paid'
    model.setDown(false)
    await later(HOUR + 1)
    expect(await app.services.shop.orders.attempts.find(attempt.id)).toMatchObject({ state: 'paid' })
  })

  test('an expired payment is not reopened by a check that finds it open', async () => {
    const clientId = shop.newClient()
    const id = await shop.order(clientId, wish)
    model.failNext('lost_after')
    await shop.pay(id, clientId)
    clock.now = new Date(clock.now.getTime() + 2 * HOUR)
    await app.services.shop.orders.payments.reconcile()
    expect(await shop.get(id, clientId)).toMatchObject({ state: 'unpaid', attempt: { state: 'expired' } })
  })

  test('an unreadable payment appears in the overview after 15 minutes, and a check by an administrator returns the error', async () => {
    const unreadable = async () => (await app.get('/api/overview', app.bearer)).json<Overview>().payments.unreadable
    const begun = await begin()
    gateways.pop()
    await later(60 * SECOND)
    expect(await unreadable()).toBe(0)
    await later(20 * 60 * SECOND)
    // Payments of the test gateway do not count while it is off, because they involve no money.
    expect(await unreadable()).toBe(0)
    gateways.push(model.gateway)
    expect(await unreadable()).toBe(1)
    gateways.pop()
    const asked = await app.send('POST', `/api/admin/orders/${begun.id}/attempts/${begun.attempt.id}/check`)
    expect(asked.json()).toMatchObject({ status: 503, title: 'The payment service gave no clear response' })
  })
})

test('a payment that is canceled while it is being sent to its gateway is also canceled at the gateway', async () => {
  const clientId = shop.newClient()
  const id = await shop.order(clientId, wish)
  model.duringNext(() => shop.call(id, 'cancel', clientId))
  await shop.pay(id, clientId)
  expect(await shop.atGateway(id)).toMatchObject({ attempt: { state: 'cancelled' }, payment: { state: 'cancelled' } })
})
