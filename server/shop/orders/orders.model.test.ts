import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Currency } from '#contracts/shop/price.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { createModelGateway, type ModelPayment } from '#tests/support/model-gateway.ts'
import { createInvariantChecks, expectAgreement } from '#tests/support/payment-model/balance.ts'
import { readSnapshot } from '#tests/support/payment-model/snapshot.ts'
import { applyGatewayEvent, type GatewayEvent, type Step, step, type TwoBrowsersEvent } from '#tests/support/payment-model/steps.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'

/* Tests random schedules of actions by buyers, administrators and gateways against the real database, with lost and repeated notifications,
   outages and crashes. The invariants must hold after every step. Once the gateway is reachable again, the stored payments must agree with
   the gateway. */

const RUNS = longRuns(40)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PRICES = [4.5, 0.07]

const buys = { do: 'pay', client: 0, book: 0, currency: 'USD', method: 'web', fault: 'none', twice: false } as const
const givesUp = { do: 'give_up', client: 0, book: 0, currency: 'USD' } as const
/** Two browsers pay for the same book with one email address. */
const oneAddress: Step[] = [buys, { ...buys, client: 1, buyer: 0 }, ...[0, 1].map((pick): Step => ({ do: 'story', pick, says: ['pay'] }))]
const twoPayments: Step[] = [buys, givesUp, buys, ...[0, 1].map((pick): Step => ({ do: 'story', pick, says: ['pay'] }))]
/** Schedules that failed in the past, which every run tests first. */
const EXAMPLES: Step[][] = [
  [{ do: 'reunion', client: 0, book: 0, events: ['one pays', 'other claims', 'other pays'] }],
  [{ do: 'reunion', client: 0, book: 0, events: ['other is granted', 'other pays'] }],
  ...[0, 1].map((pick): Step[] => [...twoPayments, { do: 'story', pick, says: ['refund'] }, { do: 'settle', pick: 0, reported: false }]),
  ...[0, 1].map((pick): Step[] => [...twoPayments, { do: 'settle', pick: 0, reported: false }, { do: 'story', pick, says: ['refund'] }]),
  [buys, { do: 'delete', book: 0 }, { do: 'story', pick: 0, says: ['pay'] }, { do: 'settle', pick: 0, reported: false }],
  [
    buys,
    givesUp,
    { do: 'wait', minutes: 1800 } as const,
    { do: 'reconcile' } as const,
    { do: 'outage', kind: 'down' } as const,
    { do: 'story', pick: 0, says: ['pay'] },
  ],
  [buys, { do: 'outage', kind: 'gone' }],
  ...[true, false].map((reported): Step[] => [
    ...twoPayments,
    { do: 'settle', pick: 0, reported },
    { do: 'refund', pick: 0, reported },
    { do: 'undo', pick: 0 },
    { do: 'undo', pick: 0 },
  ]),
  oneAddress,
  ...[0, 1].map((pick): Step[] => [...oneAddress, { do: 'story', pick, says: ['refund'] }]),
  ...[0, 1].map((pick): Step[] => [...oneAddress, { do: 'settle', pick: 0, reported: true }, { do: 'refund', pick, reported: false }]),
  [
    { do: 'grant', client: 0, book: 0, found: false },
    { ...buys, client: 1, buyer: 0 },
    { do: 'story', pick: 0, says: ['pay'] },
  ],
  [
    buys,
    { do: 'story', pick: 0, says: ['pay', 'dispute'] },
    { do: 'refund', pick: 0, reported: false },
    { do: 'story', pick: 0, says: ['lose'] },
  ],
]

const model = createModelGateway()
const gateways: Gateway[] = [model.gateway]
let clock = new Date('2026-11-20T08:00:00Z')
let services: Awaited<ReturnType<typeof openTestServices>>
let books: (Book | undefined)[] = []

beforeAll(async () => {
  services = await openTestServices({}, { gateways, now: () => clock, alert: () => undefined })
})
afterAll(() => services.close())

test('the invariants hold after any sequence of events, and in the end the stored payments agree with the gateway', {
  tags: ['property'],
  timeout: 300_000 + RUNS * 3000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (steps) => {
      const world = await buildWorld()
      for (const each of steps) {
        await world.take(each)
        await world.balance()
      }
      await world.settle()
    }),
    { numRuns: RUNS, endOnFailure: true, examples: EXAMPLES.map((steps) => [steps]) },
  )
})

async function buildWorld() {
  model.payments.clear()
  model.failNext('none')
  model.duringNext(async () => undefined)
  setOutage('over')
  await services.shop.rates.enter({ zwgPerUsd: '26.7431', source: 'Interbank', asOf: clock.toISOString(), marginBasisPoints: 0 })
  books = await Promise.all(PRICES.map(async (price, index) => books[index] ?? storeBook(services, { price })))
  const productIds = books.map((book) => book?.id ?? '')
  const clients = Array.from({ length: 3 }, () => randomBytes(24).toString('base64url'))
  const digests = clients.map(digestClient)
  const emails = clients.map((_client, index) => `reader${index}-${randomBytes(8).toString('hex')}@reader.example`)
  const grantOrders: string[] = []
  /** The latest notified state of each payment, by reference */
  const told = new Map<string, ModelPayment['state']>()
  const check = createInvariantChecks(model.payments)
  const { pool } = services.database
  const { payments, checkout, orders, attempts, refunds, grants, ownedItems } = services.shop.orders

  const snapshot = () => readSnapshot(services, digests, grantOrders)
  const chosen = (which: number) =>
    pickFrom(
      [...model.payments.values()].toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
      which,
    )
  const request = (who: number, which: number, currency: Currency) => ({
    clientId: clients[who] ?? '',
    product: 'book' as const,
    productId: productIds[which] ?? '',
    currency,
    returnUrl: 'http://localhost/bookshop',
  })

  async function pay(each: Extract<Step, { do: 'pay' }>) {
    const found = await checkout
      .orderFor(request(each.client, each.book, each.currency), randomBytes(8).toString('hex'))
      .catch(ignoreRefusal)
    const order = found && (await orders.find(found.orderId))
    if (!order) return
    model.failNext(each.fault)
    const form = {
      gateway: 'test',
      method: order.currency === 'ZWG' ? 'web' : each.method,
      email: emails[each.buyer ?? each.client] ?? '',
    } as const
    const begin = () => payments.start(order, form, { returnUrl: 'http://localhost/', cancelUrl: 'http://localhost/' }).catch(ignoreRefusal)
    await Promise.all(each.twice ? [begin(), begin()] : [begin()])
  }

  function say(payment: ModelPayment | undefined, word: GatewayEvent) {
    if (payment) Object.assign(payment, applyGatewayEvent(payment, word))
  }

  async function hear(body: string) {
    const notification = model.gateway.verify({ body, headers: {} })
    const result = notification && (await payments.receiveNotification('test', notification, body))
    if (!result || 'ignored' in result) return
    const payment = model.payments.get(notification.reference ?? '')
    if (payment) told.set(payment.reference, payment.state)
    await payments.check(result.attemptId).catch(ignoreUnclear)
  }

  async function payMeanwhile(payment: ModelPayment) {
    if (payment.state === 'open') payment.state = 'paid'
    await hear(model.message(payment.reference))
  }

  async function giveBack(attempt: { id: string; reference: string } | undefined, reported: boolean, note: (id: string) => Promise<void>) {
    if (!attempt) return
    await note(attempt.id)
    const payment = model.payments.get(attempt.reference)
    if (payment && reported) payment.state = 'refunded'
  }

  async function reconcile(milliseconds = 0) {
    clock = new Date(clock.getTime() + milliseconds)
    await payments.reconcile()
  }

  const deeds: { [Deed in Step['do']]: (each: Extract<Step, { do: Deed }>) => unknown } = {
    pay,
    gateway: (each) => say(chosen(each.pick), each.says),
    story: async (each) => {
      const payment = chosen(each.pick)
      for (const says of payment ? each.says : []) {
        say(payment, says)
        await hear(model.message(payment?.reference ?? ''))
      }
    },
    message: async (each) => {
      const payment = chosen(each.pick)
      if (!payment) return
      const body = model.message(payment.reference)
      // A notification that arrives during a check must not be lost.
      if (each.during) model.duringNext(() => payMeanwhile(payment))
      await Promise.all(Array.from({ length: each.times }, () => hear(body)))
    },
    forged: async (each) => {
      const before = await snapshot()
      expect(() => model.gateway.verify({ body: `forged ${chosen(each.pick)?.reference}`, headers: {} })).toThrow()
      await hear(model.message('0'.repeat(32)))
      expect(await snapshot()).toEqual(before)
    },
    reconcile: () => reconcile(),
    wait: (each) => {
      clock = new Date(clock.getTime() + each.minutes * MINUTE)
    },
    give_up: async (each) => {
      const order = await orders.findCurrent(digests[each.client] ?? '', request(each.client, each.book, each.currency), each.currency)
      if (order) await payments.cancel(order)
    },
    crash: async (each) => {
      // The instance is killed during a request to the gateway, so its lease is not released.
      const victim = pickFrom((await snapshot()).attempts, each.pick)
      if (victim) await attempts.lease(victim.id, clock)
      await endLeases()
    },
    outage: (each) => setOutage(each.kind),
    claim: (each) => ownedItems.claim(emails[each.buyer] ?? '', clients[each.client] ?? ''),
    reunion: async ({ client, book, events }) => {
      const other = (client + 1) % clients.length
      const way = { book, currency: 'USD', method: 'web', fault: 'none', twice: false } as const
      for (const who of [client, other]) await pay({ do: 'pay', client: who, ...way })
      const tell = async (who: number, word: GatewayEvent) => {
        const { attempts: rows } = await snapshot()
        const latest = rows.findLast((row) => row.client === digests[who] && row.product === productIds[book])
        const payment = model.payments.get(latest?.reference ?? '')
        say(payment, word)
        if (payment) await hear(model.message(payment.reference))
      }
      const happenings: Record<TwoBrowsersEvent, () => unknown> = {
        'one pays': () => tell(client, 'pay'),
        'other pays': () => tell(other, 'pay'),
        'other claims': () => deeds.claim({ do: 'claim', client: other, buyer: client }),
        'other is granted': () => deeds.grant({ do: 'grant', client: other, book, found: true }),
        'one gets money back': () => tell(client, 'refund'),
      }
      for (const event of events) {
        await happenings[event]()
        await balance()
      }
    },
    grant: async (each) => {
      const form = { email: emails[each.client] ?? '', product: 'book', productId: productIds[each.book] ?? '', reason: 'A gift' } as const
      const granted = await grants.grant(form).catch(ignoreRefusal)
      if (!granted) return
      grantOrders.push(granted.orderId)
      if (each.found) await ownedItems.claim(form.email, clients[each.client] ?? '')
    },
    revoke: async (each) => {
      const grant = pickFrom((await snapshot()).grants, each.pick)
      if (grant) await grants.revoke(grant.orderId, 'A mistake')
    },
    refund: async (each) => {
      const stands = (await snapshot()).attempts.filter(({ state }) => state === 'paid' || state === 'disputed')
      await giveBack(pickFrom(stands, each.pick), each.reported, (id) => refunds.markRefunded(id, { reason: 'Too early' }))
    },
    settle: async (each) => {
      const due = (await snapshot()).attempts.filter((attempt) => attempt.due !== null && !attempt.settled)
      await giveBack(pickFrom(due, each.pick), each.reported, (id) => refunds.settleRefund(id, 'Sent back'))
    },
    undo: async (each) => {
      const refunded = (await snapshot()).attempts.filter(({ byHand }) => byHand)
      const attempt = pickFrom(refunded, each.pick)
      if (attempt) await refunds.undoRefunded(attempt.id, 'The wrong order').catch(ignoreRefusal)
    },
    delete: async (each) => {
      if (books[each.book]) await services.catalogue.books.remove(productIds[each.book] ?? '')
      books[each.book] = undefined
    },
    price: (each) => pool.query('update books set price_minor = $2 where id = $1', [productIds[each.book], each.cents]),
  }

  /** Expires the leases of crashed instances. */
  async function endLeases() {
    const past = `update payment_attempts set leased_until = now() - interval '1 second' where leased_until is not null and client_digest = any($1)`
    await pool.query(past, [digests])
  }

  const balance = async () => check(await snapshot())

  return {
    take: (each: Step) => (deeds[each.do] as (each: Step) => unknown)(each),
    balance,

    /** Advances the clock, first during an outage if there is one, and then with a reachable gateway until every status has been read. */
    settle: async () => {
      await endLeases()
      await reconcile(2 * HOUR)
      await balance()
      const stillOpen = (await snapshot()).attempts.filter(
        ({ state, expiresAt }) => ['initiating', 'open'].includes(state) && expiresAt !== null && expiresAt < clock,
      )
      expect(stillOpen, 'time ends what nobody can read').toEqual([])

      setOutage('over')
      await reconcile(HOUR + 1)
      await balance()
      const { attempts: rows } = await snapshot()
      const unread = rows.filter(({ reference, state, amount, byHand }) => {
        const payment = model.payments.get(reference)
        const isTold = payment !== undefined && told.get(reference) === payment.state && payment.amountMinor === amount
        return isTold && !byHand && ['paid', 'refunded', 'charged_back', 'disputed'].includes(payment.state) && payment.state !== state
      })
      expect(unread, 'what was told is looked into within an hour').toEqual([])

      // A day passes in steps of five hours. Open and ended attempts are checked hourly, paid attempts daily.
      for (let hours = 0; hours < 25; hours += 5) await reconcile(5 * HOUR)
      await balance()
      expectAgreement(await snapshot(), model.payments)
      // Excludes the payment attempts of this run from checks in the next run.
      await pool.query('update payment_attempts set next_check_at = null where client_digest = any($1)', [digests])
    },
  }
}

/** Makes the gateway unreachable, removes its settings, or makes it available again. */
function setOutage(kind: Extract<Step, { do: 'outage' }>['kind']) {
  model.setDown(kind === 'down')
  gateways.splice(0, gateways.length, ...(kind === 'gone' ? [] : [model.gateway]))
}

function pickFrom<Item>(items: Item[], which: number): Item | undefined {
  return items[which % Math.max(items.length, 1)]
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'ProblemError')) throw error
}

function ignoreUnclear(error: unknown) {
  if (!(error instanceof Error && error.name === 'GatewayUnclearError')) throw error
}
