import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/book.ts'
import { CURRENCIES, type Currency } from '#contracts/price.ts'
import { digestClient } from '#server/platform/client-digest.ts'
import { createModelGateway, type Fault, type ModelPayment } from '#tests/support/model-gateway.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'

/*
 * Random schedules of buyers, gateways, lost and repeated messages and crashes, against the real database. After every step
 * the books must balance, and once the gateway can be asked again they must say what the gateway says.
 */

const RUNS = Number(process.env.MODEL_RUNS ?? 60)
/** Another one each time, unless a run is to be repeated. */
const SEED = process.env.MODEL_SEED ? { seed: Number(process.env.MODEL_SEED) } : {}
const HOUR = 3_600_000

const ways = { gateway: 'sandbox', email: 'rudo@reader.example' } as const
const model = createModelGateway()
let clock = new Date('2026-11-20T08:00:00Z')
let services: Awaited<ReturnType<typeof openTestServices>>
let books: Book[]

beforeAll(async () => {
  services = await openTestServices({}, { gateways: [model.gateway], now: () => clock, alert: () => undefined })
  books = [await storeBook(services, { price: 4.5 }), await storeBook(services, { price: 0.07 })]
})
afterAll(() => services.close())

type GatewayWord = 'pay' | 'cancel' | 'fail' | 'expire' | 'refund' | 'dispute' | 'win' | 'lose' | 'pay_other_amount'

/** What gateways say one after the other, each word with its message. */
const STORIES: readonly (readonly GatewayWord[])[] = [
  ['fail', 'pay'],
  ['cancel', 'pay'],
  ['expire', 'pay', 'refund'],
  ['pay', 'dispute', 'win'],
  ['pay', 'dispute', 'lose'],
  ['pay', 'refund'],
]

type Step =
  | { do: 'pay'; client: number; book: number; currency: Currency; method: 'web' | 'ecocash'; fault: Fault; twice: boolean }
  | { do: 'gateway'; pick: number; says: GatewayWord }
  | { do: 'story'; pick: number; says: readonly GatewayWord[] }
  | { do: 'message'; pick: number; times: number; during: boolean }
  | { do: 'forged'; pick: number }
  | { do: 'reconcile'; down: boolean }
  | { do: 'wait'; minutes: number }
  | { do: 'give_up'; client: number; book: number; currency: Currency }
  | { do: 'crash'; pick: number }

const client = fc.nat(1)
const book = fc.nat(1)
const currency = fc.constantFrom(...CURRENCIES)
const pick = fc.nat(9)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      ...{ client, book, currency },
      method: fc.constantFrom('web' as const, 'ecocash' as const),
      fault: fc.constantFrom<Fault>('none', 'none', 'none', 'lost_before', 'lost_after', 'refused'),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('gateway' as const),
      pick,
      says: fc.constantFrom('pay', 'pay', 'pay', 'cancel', 'fail', 'expire', 'refund', 'dispute', 'win', 'lose', 'pay_other_amount'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('message' as const), pick, times: fc.integer({ min: 1, max: 3 }), during: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('story' as const), pick, says: fc.constantFrom(...STORIES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forged' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const), down: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 70, 300) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give_up' as const), client, book, currency }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), pick }) },
)

test(
  'whatever happens in whatever order, the books balance and end up saying what the gateway says',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const world = await buildWorld()
        for (const each of steps) {
          await world.take(each)
          await world.balance()
        }
        await world.settle()
        await world.agree()
      }),
      { numRuns: RUNS, endOnFailure: true, ...SEED },
    )
  },
  RUNS * 2000 + 60_000,
)

async function buildWorld() {
  model.payments.clear()
  model.setDown(false)
  model.failNext('none')
  model.duringNext(async () => undefined)
  await services.rates.enter({ zwgPerUsd: '26.7431', source: 'Interbank', asOf: clock.toISOString(), marginBasisPoints: 0 })
  const clients = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const digests = clients.map(digestClient)
  const quotes = new Map<string, string>()
  const everPaid = new Set<string>()
  const { pool } = services.database
  const { payments, checkout, orders, attempts } = services.orders
  const query = async <Row>(text: string, values: unknown[] = [digests]) => (await pool.query(text, values)).rows as Row[]
  const chosen = (which: number) =>
    [...model.payments.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1))[which % Math.max(model.payments.size, 1)]
  const request = (who: number, which: number, money: Currency) => ({
    clientId: clients[who] ?? '',
    product: 'book' as const,
    productId: books[which]?.id ?? '',
    currency: money,
    returnUrl: 'http://localhost/bookshop',
  })

  async function pay(each: Extract<Step, { do: 'pay' }>) {
    const found = await checkout.orderFor(request(each.client, each.book, each.currency), randomBytes(8).toString('hex'))
    const order = found && (await orders.find(found.orderId))
    if (!order) return
    model.failNext(each.fault)
    const begin = () =>
      payments
        .pay(
          order,
          { ...ways, method: order.currency === 'ZWG' ? 'web' : each.method },
          { returnUrl: 'http://localhost/', cancelUrl: 'http://localhost/' },
        )
        .catch(ignoreRefusal)
    await Promise.all(each.twice ? [begin(), begin()] : [begin()])
  }

  function change(each: { pick: number; says: GatewayWord }) {
    const payment = chosen(each.pick)
    if (!payment) return
    const { state } = payment
    const unpaid = ['open', 'cancelled', 'failed', 'expired'].includes(state)
    if (each.says === 'pay' && unpaid) payment.state = 'paid'
    if (each.says === 'pay_other_amount' && unpaid) Object.assign(payment, { state: 'paid', amountMinor: payment.amountMinor - 1 })
    if (each.says === 'cancel' && state === 'open') payment.state = 'cancelled'
    if (each.says === 'fail' && state === 'open') payment.state = 'failed'
    if (each.says === 'expire' && state === 'open') payment.state = 'expired'
    if (each.says === 'refund' && (state === 'paid' || state === 'disputed')) payment.state = 'refunded'
    if (each.says === 'dispute' && state === 'paid') payment.state = 'disputed'
    if (each.says === 'win' && state === 'disputed') payment.state = 'paid'
    if (each.says === 'lose' && state === 'disputed') payment.state = 'charged_back'
  }

  async function hear(body: string) {
    const hint = model.gateway.verify({ body, headers: {} })
    const heard = hint && (await payments.hear('sandbox', hint, body))
    if (heard && 'attemptId' in heard) await payments.check(heard.attemptId).catch(ignoreUnclear)
  }

  async function payMeanwhile(payment: ModelPayment) {
    if (payment.state === 'open') payment.state = 'paid'
    await hear(model.message(payment.reference))
  }

  return {
    take: async (each: Step) => {
      if (each.do === 'pay') await pay(each)
      if (each.do === 'gateway') change(each)
      if (each.do === 'story') {
        const reference = chosen(each.pick)?.reference
        for (const says of reference ? each.says : []) {
          change({ pick: each.pick, says })
          await hear(model.message(reference ?? ''))
        }
      }
      if (each.do === 'message') {
        const payment = chosen(each.pick)
        if (!payment) return
        const body = model.message(payment.reference)
        // A message that comes while the gateway is being read must not get lost.
        if (each.during) model.duringNext(() => payMeanwhile(payment))
        await Promise.all(Array.from({ length: each.times }, () => hear(body)))
      }
      if (each.do === 'forged') {
        const before = await query('select id, state from payment_attempts where client_digest = any($1) order by id')
        expect(() => model.gateway.verify({ body: `forged ${chosen(each.pick)?.reference}`, headers: {} })).toThrow()
        await hear(model.message('0'.repeat(32)))
        expect(await query('select id, state from payment_attempts where client_digest = any($1) order by id')).toEqual(before)
      }
      if (each.do === 'reconcile') {
        model.setDown(each.down)
        await payments.reconcile()
        model.setDown(false)
      }
      if (each.do === 'wait') clock = new Date(clock.getTime() + each.minutes * 60_000)
      if (each.do === 'give_up') {
        const order = await orders.findCurrent(digests[each.client] ?? '', request(each.client, each.book, each.currency), each.currency)
        if (order) await payments.cancel(order)
      }
      if (each.do === 'crash') {
        // The app dies while it speaks with the gateway: nobody gives the attempt back.
        const rows = await query<{ id: string }>('select id from payment_attempts where client_digest = any($1) order by id')
        const victim = rows[each.pick % Math.max(rows.length, 1)]
        if (victim) await attempts.lease(victim.id, clock)
        await query(
          `update payment_attempts set leased_until = now() - interval '1 second' where leased_until is not null and client_digest = any($1)`,
        )
      }
    },

    /** What holds at every moment. */
    balance: async () => {
      const rows = await query<{
        id: string
        reference: string
        state: string
        amount: number
        currency: string
        paid: boolean
        key: string
        product: string
        client: string
      }>(
        `select id, reference, state, amount_minor::float8 as amount, currency, paid_at is not null as paid, client_digest as client, product_id as product,
           client_digest || product_id || currency as key from payment_attempts where client_digest = any($1)`,
      )
      const open = rows.filter(({ state }) => state === 'initiating' || state === 'open').map(({ key }) => key)
      expect(new Set(open).size, 'one open attempt for a client, product and currency').toBe(open.length)

      for (const row of rows.filter(({ state }) => state === 'paid')) everPaid.add(row.id)
      for (const row of rows) {
        const truth = model.payments.get(row.reference)
        if (row.state === 'paid')
          expect([truth?.amountMinor, truth?.currency], 'paid by the right amount').toEqual([row.amount, row.currency])
      }
      // Owned, exactly when some attempt stands paid.
      const owned = await query<{ client: string; product: string }>(
        'select client_digest as client, product_id as product from entitlements where revoked_at is null and client_digest = any($1)',
      )
      const paid = new Set(rows.filter(({ state }) => state === 'paid').map(({ client: who, product }) => `${who} ${product}`))
      expect(owned.map(({ client: who, product }) => `${who} ${product}`).toSorted()).toEqual([...paid].toSorted())

      // Quotes never change.
      for (const order of await query<{ id: string; quote: string }>(
        `select id, concat_ws(' ', product_id, currency, amount_minor, price_minor, rate_scaled, rate_as_of) as quote from orders where client_digest = any($1)`,
      )) {
        expect(quotes.get(order.id) ?? order.quote).toBe(order.quote)
        quotes.set(order.id, order.quote)
      }
      // One receipt for every payment that ever came in, without a gap in the numbers.
      const receipts = await query<{ attempt: string }>(
        'select attempt_id as attempt from receipts join payment_attempts on id = attempt_id where client_digest = any($1)',
      )
      const everPaidNow = rows.filter((row) => row.paid).map(({ id }) => id)
      expect(receipts.map(({ attempt }) => attempt).toSorted()).toEqual(everPaidNow.toSorted())
      const [numbers] = await query<{ gapless: boolean }>('select count(*) = coalesce(max(number), 0) as gapless from receipts', [])
      expect(numbers?.gapless, 'receipts without gaps').toBe(true)
    },

    /** The gateway can be asked again, and time goes by. */
    settle: async () => {
      model.setDown(false)
      await query(`update payment_attempts set leased_until = null where client_digest = any($1)`)
      // A day, in steps: open attempts are read hourly, those that ended too, paid ones daily.
      for (let hours = 0; hours < 25; hours += 5) {
        clock = new Date(clock.getTime() + 5 * HOUR)
        await payments.reconcile()
      }
    },

    /** What holds once everything was read. */
    agree: async () => {
      const rows = await query<{
        id: string
        reference: string
        state: string
        amount: number
        client: string
        product: string
        due: string | null
      }>(
        `select id, reference, state, amount_minor::float8 as amount, client_digest as client, product_id as product, refunds_due.reason as due
         from payment_attempts left join refunds_due on attempt_id = id where client_digest = any($1)`,
      )
      for (const row of rows) {
        const truth = model.payments.get(row.reference)
        if (!truth) expect(row.state, 'what the gateway never had').toMatch(/failed|cancelled|expired/)
        else if (truth.state === 'paid' && truth.amountMinor !== row.amount)
          expect([row.state === 'paid', row.due]).toEqual([false, 'wrong_amount'])
        else if (['paid', 'refunded', 'charged_back'].includes(truth.state))
          expect(row.state).toBe(wasShort(row, truth) ? row.state : truth.state)
        else if (truth.state === 'disputed') expect(wasShort(row, truth) || row.state === 'disputed').toBe(true)
        else expect(row.state).toMatch(/failed|cancelled|expired/)
      }
      // Nobody pays twice in silence.
      const paidOnes = Map.groupBy(
        rows.filter(({ state }) => state === 'paid'),
        ({ client: who, product }) => `${who} ${product}`,
      )
      for (const group of paidOnes.values())
        expect(group.filter(({ due }) => due === 'second_payment').length).toBeGreaterThanOrEqual(group.length - 1)
      // The next world has nothing to do with this one.
      await query('update payment_attempts set next_check_at = null where client_digest = any($1)')
    },
  }
}

function wasShort(row: { amount: number }, truth: { amountMinor: number }) {
  return row.amount !== truth.amountMinor
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof Error && error.name === 'ProblemError')) throw error
}

function ignoreUnclear(error: unknown) {
  if (!(error instanceof Error && error.name === 'GatewayUnclearError')) throw error
}
