import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopTime } from '#tests/support/shop-time.ts'
import { openStripeShop, type StripeShop } from '#tests/support/stripe-shop.ts'

const DAY = 24 * 3_600_000
const FAILED = 'a refund failed: the shop has the money again, and the buyer was not refunded'

let shop: StripeShop
beforeAll(async () => {
  shop = await openStripeShop()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.double.heal()
  shop.alerts.length = 0
})

async function buy(price = 9) {
  const purchase = await shop.begin(price)
  purchase.act('pay')
  await purchase.becomes('paid')
  return purchase
}

/** Lists the emails about refunds of an order, by kind and amount. */
async function mails(id: string) {
  const text = 'select kind, amount_minor::int as minor from order_notices where order_id = $1 order by number'
  const { rows } = await shop.app.services.database.pool.query<{ kind: string; minor: number }>(text, [id])
  return rows.map(({ kind, minor }) => `${kind} ${minor}`)
}

describe('partial refunds at Stripe', () => {
  test('a partial refund appears in the order and the sales, and the buyer has access until the whole payment is refunded', async () => {
    const { id, act, view, state, opens, details, attempt, sales, becomes } = await buy()
    act('refund-a-part')
    await expect.poll(async () => (await details()).returnedMinor).toBe(450)
    expect(await state()).toBe('paid')
    expect(await opens()).toBe(true)
    expect((await attempt()).returns).toEqual([{ at: expect.any(String), kind: 'refund', amountMinor: 450, byHand: false, reason: null }])
    expect((await attempt()).events.at(-1)).toMatchObject({ from: 'paid', to: 'paid', cause: 'gateway', detail: 'Refunded: $4.50' })
    expect(await sales()).toMatchObject([{ sold: 1, amountMinor: 900, refunded: 1, refundedMinor: 450, netMinor: 450 }])
    expect(await view()).toMatchObject({ refundedMinor: 450 })
    expect(await mails(id)).toEqual(['partly_refunded 450'])

    act('refund')
    await becomes('refunded')
    expect(await opens()).toBe(false)
    expect(await mails(id)).toEqual(['partly_refunded 450', 'refunded 450'])
    expect(await sales()).toMatchObject([{ sold: 1, amountMinor: 900, refunded: 2, refundedMinor: 900, netMinor: 0 }])
  })

  test('a failed partial refund is removed from the sales and raises an alert', async () => {
    const { id, act, state, details, attempt, sales } = await buy()
    act('refund-a-part')
    await expect.poll(async () => (await details()).returnedMinor).toBe(450)
    await shop.app.services.shop.receipts.sendNotices()
    act('fail-refund')
    await expect.poll(async () => (await details()).returnedMinor).toBe(0)
    expect(await state()).toBe('paid')
    expect((await attempt()).returns).toMatchObject([
      { amountMinor: 450, reason: null },
      { amountMinor: -450, reason: 'expired_or_canceled_card' },
    ])
    expect(await sales()).toMatchObject([{ refunded: 0, refundedMinor: 0, netMinor: 900 }])
    expect(await mails(id)).toEqual(['partly_refunded 450', 'refund_undone 450'])
    const trouble = () => shop.app.services.shop.orders.sales.countTroubled()
    expect(await trouble()).toMatchObject({ failedRefunds: 1 })
    await shop.pass(31 * DAY)
    expect(await trouble()).toMatchObject({ failedRefunds: 0 })
    expect(shop.alerts).toEqual([FAILED])
  })

  test('a dispute after a partial refund suspends access while the dispute is open', async () => {
    const { act, becomes, opens } = await buy()
    act('refund-a-part', 'dispute')
    await becomes('disputed')
    act('win-dispute')
    await becomes('paid')
    expect(await opens()).toBe(true)
  })
})

describe('failed refunds at Stripe', () => {
  test('a failed refund restores access within seconds, raises one alert, and may be followed by another refund', async () => {
    const { act, opens, becomes, attempt, sales } = await buy()
    act('refund')
    await becomes('refunded')
    expect(await opens()).toBe(false)
    shop.double.faults.duplicate = true
    act('fail-refund')
    await becomes('paid')
    await shop.double.courier.settle()
    expect(await opens()).toBe(true)
    expect(shop.alerts).toEqual([FAILED])
    expect((await attempt()).events.slice(-2)).toMatchObject([
      { from: 'refunded', to: 'paid', cause: 'gateway' },
      { detail: 'A refund failed: $9.00, expired_or_canceled_card' },
    ])
    act('refund')
    await becomes('refunded')
    expect(await sales()).toMatchObject([{ sold: 1, refunded: 1, refundedMinor: 900, netMinor: 0 }])
  })

  test('a failed refund is found by the next daily check if its notifications are lost', async () => {
    const { act, becomes, state } = await buy()
    act('refund')
    await becomes('refunded')
    shop.double.faults.drop = true
    act('fail-refund')
    await shop.pass(DAY + 1)
    expect(await state()).toBe('paid')
    expect(shop.alerts).toEqual([FAILED])
  })

  test('a failed refund is booked together with its reversal if a single check finds both', async () => {
    const { act, state, details, attempt } = await buy()
    shop.double.faults.drop = true
    act('refund', 'fail-refund')
    await shop.pass(DAY + 1)
    expect(await state()).toBe('paid')
    expect(await details()).toMatchObject({ returnedMinor: 0 })
    expect((await attempt()).returns.map(({ amountMinor }) => amountMinor)).toEqual([900, -900])
  })
})

describe('disputes at Stripe', () => {
  test.each([['win-dispute', 'paid'] as const, ['lose-dispute', 'charged_back'] as const])(
    'a dispute suspends access within seconds, even 200 days after the payment; %s makes the payment %s',
    async (outcome, state) => {
      const { act, opens, becomes, sales } = await buy()
      await shop.pass(200 * DAY)
      act('dispute')
      await becomes('disputed')
      expect(await opens()).toBe(false)
      expect(shop.alerts).toEqual(['a payment is disputed: respond at the gateway before its deadline'])
      act(outcome)
      await becomes(state)
      expect(await opens()).toBe(state === 'paid')
      const totals = (await sales()).map(({ amountMinor, refundedMinor }) => [amountMinor, refundedMinor])
      expect(totals).toEqual(state === 'paid' ? [[900, 0]] : expect.arrayContaining([[0, 900]]))
    },
  )
})

test('an event with only the charge id triggers a check, and an event about another sale in the Stripe account is ignored', async () => {
  const { act, becomes } = await buy()
  const charge = shop.double.sales.at(-1)?.charge?.id
  shop.double.faults.drop = true
  act('dispute')
  const send = (about: object) => {
    const payload = JSON.stringify({ id: `evt_${Math.random()}`, object: 'event', type: 'charge.dispute.created', data: { object: about } })
    const signature = new Stripe('sk_test_any').webhooks.generateTestHeaderString({ payload, secret: shop.double.webhookSecret })
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    return shop.app.app.inject({ method: 'POST', url: '/api/gateways/stripe/webhook', payload, headers })
  }
  expect((await send({ id: 'du_1', object: 'dispute', charge: 'ch_another', payment_intent: null })).statusCode).toBe(200)
  expect((await send({ id: 'du_1', object: 'dispute', charge: { id: charge }, payment_intent: null })).statusCode).toBe(200)
  await becomes('disputed')
})

describe('manually recorded refunds at Stripe', () => {
  test('a manually recorded refund counts once when Stripe reports it, and Stripe may later report its failure', async () => {
    const { id, act, becomes, mark, details, sales, attempt, state } = await buy()
    expect((await mark('refunded')).statusCode).toBe(200)
    expect(await details()).toMatchObject({ state: 'refunded', returnedMinor: 900, attempts: [{ returns: [{ byHand: true }] }] })
    act('refund')
    await expect.poll(async () => (await attempt()).returns).toMatchObject([{ amountMinor: 900, byHand: false }])
    expect(await sales()).toMatchObject([{ refunded: 1, refundedMinor: 900 }])
    expect(await state()).toBe('refunded')
    expect(await mails(id)).toEqual(['refunded 900'])
    act('fail-refund')
    await becomes('paid')
    expect(await sales()).toMatchObject([{ refunded: 0, refundedMinor: 0 }])
    // The queued email about the refund was removed because the refund failed before the email was sent.
    expect(await mails(id)).toEqual([])
  })

  test('a manually recorded refund that Stripe does not report remains recorded, and its payment is not checked regularly', async () => {
    const { mark, state, attempt } = await buy()
    await mark('refunded')
    expect((await attempt()).nextCheckAt).toBeNull()
    await mark('check')
    expect(await state()).toBe('refunded')
    expect(shop.alerts).toEqual(['The payment service reports another status: paid'])
    expect((await attempt()).nextCheckAt).toBeNull()
  })
})

test('a payment that is detected late appears with Stripe’s payment time on the receipt and in the sales of the month of payment', async () => {
  const { act, attempt, details, sales, state } = await shop.begin(3)
  shop.double.faults.drop = true
  const month = shopTime().dayOf(shop.clock.now).slice(0, 7)
  const paidAt = new Date(Math.floor(shop.clock.now.getTime() / 1000) * 1000).toISOString()
  act('pay')
  // Advances the clock to the first days of the next month.
  await shop.pass((33 - Number(shopTime().dayOf(shop.clock.now).slice(8))) * DAY)
  expect(await state()).toBe('paid')
  expect((await attempt()).paidAt).toBe(paidAt)
  expect((await details()).receipt?.issuedAt).toBe(paidAt)
  expect(await sales()).toMatchObject([{ month, sold: 1 }])
})

test('a payment that was paid and refunded between two checks is booked as a sale with a receipt and a refund', async () => {
  const { act, state, details, sales, purchases } = await shop.begin(3)
  shop.double.faults.drop = true
  const at = new Date(Math.floor(shop.clock.now.getTime() / 1000) * 1000).toISOString()
  act('pay', 'refund')
  await shop.pass(60_000)
  expect(await state()).toBe('refunded')
  expect(await purchases()).toMatchObject([{ boughtAt: at, refundedAt: at }])
  expect((await details()).receipt).not.toBeNull()
  expect(await sales()).toMatchObject([{ sold: 1, amountMinor: 300, refunded: 1, refundedMinor: 300 }])
})
