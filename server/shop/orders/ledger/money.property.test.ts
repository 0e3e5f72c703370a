import { randomBytes, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestClient } from '#server/platform/digest.ts'
import type { MoneyReturn } from '#server/shop/gateways/gateway.ts'
import { createModelGateway, type ModelPayment } from '#tests/support/model-gateway.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { isOwnedBy, isOwned as ownsByOrders } from '../copies/ownership.ts'
import { createSaleFinder } from './find-sale.ts'

const { dayOf, startOf, monthCloses } = shopTime()

/* Tests random histories of payments, partial refunds, failed refunds and disputes, with lost, repeated, delayed and reordered
   notifications, and payments in person with manually recorded refunds. At the end, access, monthly sales and receipts must agree with the
   records of the gateway and of the administrator. */

const RUNS = longRuns(50)
/** Number of concurrent histories per run. `FUZZ_RUNS=1250 TEST_FULL=1` tests 10,000 histories in total. */
const AT_ONCE = process.env.TEST_FULL ? 8 : 2
const HOUR = 3_600_000
const DAY = 24 * HOUR
const PRICE = 900

const happening = fc.record({
  what: fc.constantFrom(
    'pay',
    'pay',
    'refund part',
    'refund part',
    'refund',
    'refund fails',
    'dispute',
    'win',
    'lose',
    'reverse',
    'nothing',
  ),
  /** Refunded percentage of the amount that is not yet returned */
  share: fc.integer({ min: 1, max: 100 }),
  /** Hours since the previous event */
  hours: fc.oneof({ weight: 59, arbitrary: fc.constantFrom(0, 0, 1, 5, 30, 60) }, { weight: 1, arbitrary: fc.constant(400) }),
  /** Number of deliveries of the notification, and number of later events before the delivery */
  messages: fc.record({ times: fc.constantFrom(0, 0, 1, 1, 2), late: fc.nat(2) }),
})
/** Time within which the model gateway accepts a payment, shorter than the 72 hours for which canceled attempts are checked. */
const PAYABLE = 48 * HOUR

/** Events of a buyer with an open payment attempt and optionally a canceled one, which may be paid late. */
const history = fc.record({ hasCanceled: fc.boolean(), happenings: fc.array(fc.tuple(fc.boolean(), happening), { maxLength: 8 }) })

/** Payment in person, with the refunds and corrections that an administrator records. */
const inPerson = fc.record({
  amountMinor: fc.integer({ min: 1, max: 100_000 }),
  daysAgo: fc.constantFrom(0, 0, 1, 20, 70),
  happenings: fc.array(
    fc.record({
      what: fc.constantFrom('refund part' as const, 'refund' as const, 'undo' as const),
      share: fc.integer({ min: 1, max: 100 }),
      hours: fc.constantFrom(0, 5, 200),
    }),
    { maxLength: 5 },
  ),
})

type Happening = (typeof happening extends fc.Arbitrary<infer Value> ? Value : never)['what']

const model = createModelGateway()
let clock = new Date('2026-10-05T08:00:00Z')
let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({}, { gateways: [model.gateway], now: () => clock, alert: () => undefined })
})
afterAll(() => services.close())

test('access, sales by month and receipts agree with the gateway’s own record of money movements after any history', {
  tags: ['property'],
  timeout: 300_000 + RUNS * AT_ONCE * 400,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: AT_ONCE, size: 'max' }), inPerson, async (histories, manual) => {
      model.payments.clear()
      const book = await storeBook(services, { price: PRICE / 100 })
      const start = clock
      const buyers = await Promise.all(histories.map((each) => beginBuyer(book.id, each.hasCanceled)))
      const payer = planPaymentInPerson(book.id, manual, start)
      const closed = watchClosedMonths(book.id, start)
      const acts = histories.flatMap((each, index) => buyers[index]?.plan(each.happenings, start) ?? [])
      for (const { at, act } of [...acts, ...payer.acts].toSorted(byTime)) {
        await passTo(at)
        await closed.look()
        await act()
      }
      expect(await salesOf(book.id, start)).toEqual(byMonth([...buyers.flatMap(({ books }) => books()), ...payer.books]))
      await closed.look()
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

type Entry = { kind: 'payment' | MoneyReturn['kind']; at: Date; amountMinor: number }

/** Creates a payment at the model gateway, together with the gateway's own record of money movements. */
function openPayment(reference: string) {
  const payment: ModelPayment = { reference, state: 'open', amountMinor: PRICE, currency: 'USD', returns: [] }
  const returns: MoneyReturn[] = []
  const books: Entry[] = []
  const begunAt = clock
  let isDisputed = false
  model.payments.set(reference, payment)

  const gone = () => returns.filter(({ undone }) => !undone)
  const left = () => PRICE - gone().reduce((total, { amountMinor }) => total + amountMinor, 0)
  function giveBack(kind: MoneyReturn['kind'], amountMinor: number) {
    if (amountMinor <= 0) return
    returns.push({ id: `${kind}_${randomUUID()}`, kind, amountMinor, at: clock })
    books.push({ kind, at: clock, amountMinor })
  }
  function takeBack(kind: MoneyReturn['kind']) {
    const last = gone().findLast((one) => one.kind === kind)
    if (!last) return
    last.undone = { at: clock, reason: 'unknown' }
    books.push({ kind, at: clock, amountMinor: -last.amountMinor })
  }

  const deeds: Record<Happening, (share: number) => void> = {
    pay: () => {
      if (payment.paidAt || clock.getTime() - begunAt.getTime() > PAYABLE) return
      payment.paidAt = clock
      books.push({ kind: 'payment', at: clock, amountMinor: PRICE })
    },
    'refund part': (share) => giveBack('refund', Math.ceil((left() * share) / 100)),
    refund: () => giveBack('refund', left()),
    'refund fails': () => takeBack('refund'),
    dispute: () => {
      isDisputed = left() > 0
    },
    win: () => {
      isDisputed = false
    },
    lose: () => {
      if (isDisputed) giveBack('chargeback', left())
      isDisputed = false
    },
    reverse: () => takeBack('chargeback'),
    nothing: () => undefined,
  }

  return {
    payment,
    books,
    opens: () => payment.state === 'paid',
    act: (what: Happening, share: number) => {
      if (what !== 'pay' && !payment.paidAt) return
      deeds[what](share)
      const isGone = left() === 0 && gone().some(({ kind }) => kind === 'chargeback')
      if (payment.paidAt) payment.state = left() > 0 ? (isDisputed ? 'disputed' : 'paid') : isGone ? 'charged_back' : 'refunded'
      payment.returns = returns.map((one) => ({ ...one }))
    },
  }
}

/** Creates a browser with one or two payment attempts for a book under one order. */
async function beginBuyer(productId: string, hasCanceled: boolean) {
  const { orders, attempts } = services.shop.orders
  const clientDigest = digestClient(randomBytes(24).toString('base64url'))
  const orderId = uuidv7()
  const quote = { clientDigest, product: 'book' as const, productId, currency: 'USD' as const, amountMinor: PRICE }
  const begun = await services.orm.transaction(async (transaction) => {
    const order = { ...quote, id: orderId, title: 'Sow in Season', priceMinor: PRICE, email: 'rudo@reader.example' }
    await orders.insert(transaction, { ...order, returnUrl: 'http://localhost/bookshop', createdAt: clock })
    await orders.addViewer(transaction, orderId, clientDigest)
    const rows = []
    for (const state of hasCanceled ? (['cancelled', 'open'] as const) : (['open'] as const))
      rows.push(
        await attempts.insert(transaction, {
          ...quote,
          orderId,
          gateway: 'test',
          method: 'web',
          state,
          reference: randomBytes(16).toString('hex'),
          // Without an expiry time, the attempt stays open for the whole history.
          createdAt: clock,
          endedAt: state === 'cancelled' ? clock : null,
          expiresAt: null,
          nextCheckAt: clock,
        }),
      )
    return rows
  })
  for (const attempt of begun) await attempts.release(attempt, clock)
  const payments = begun.map(({ id, reference }) => ({ id, reference, ...openPayment(reference) }))
  const waiting: { body: string; after: number }[] = []

  /** Delivers due notifications. A late notification is delivered after the given number of further events. */
  async function deliver() {
    for (const message of waiting) message.after -= 1
    const due = waiting.filter(({ after }) => after < 0)
    waiting.splice(0, waiting.length, ...waiting.filter(({ after }) => after >= 0))
    for (const { body } of due) await services.shop.orders.payments.handleMessage(model.gateway, { body, headers: {} })
  }

  return {
    plan: (
      happenings: [boolean, { what: Happening; share: number; hours: number; messages: { times: number; late: number } }][],
      start: Date,
    ) => {
      let at = start.getTime()
      const acts = happenings.map(([isFirst, { what, share, hours, messages }]) => {
        at += hours * HOUR
        const payment = payments[isFirst ? 0 : payments.length - 1]
        const act = async () => {
          if (!payment) return
          payment.act(what, share)
          const body = model.message(payment.reference)
          for (let time = 0; time < messages.times; time++) waiting.push({ body, after: messages.late })
          await deliver()
        }
        return { at: new Date(at), act }
      })
      // After two days, every notification has been delivered or lost, and the status of every payment has been read.
      return [...acts, { at: new Date(at + 2 * DAY), act: expectAgreement }]
    },

    books: () => payments.flatMap(({ books }) => books),
  }

  async function expectAgreement() {
    const isOwned = await ownsByOrders(services.orm, clientDigest, quote)
    expect(isOwned, 'access').toBe(payments.some(({ opens }) => opens()))
    expect((await services.shop.entitlements.findEntitlement(clientDigest, quote)) !== undefined, 'entitlement').toBe(isOwned)
    const order = await services.shop.orders.orderAdmin.find(orderId)
    const findSale = createSaleFinder(services)
    for (const { id, books, payment } of payments) {
      const returned = sum(books.filter(({ kind }) => kind !== 'payment'))
      const attempt = order?.attempts.find((one) => one.id === id)
      expect(
        attempt?.returns.reduce((total, { amountMinor }) => total + amountMinor, 0),
        'the order',
      ).toBe(returned)
      const { rows: receipts } = await services.database.pool.query('select dated_at from receipts where attempt_id = $1', [id])
      expect(receipts, 'the receipt').toEqual(payment.paidAt ? [{ dated_at: payment.paidAt }] : [])
      const sale = await findSale(id)
      expect(sale?.returned.reduce((total, { minor }) => total + minor, 0) ?? 0, 'what the receipt says').toBe(returned)
      expect(await mailedRefunds(id), 'the mails').toBe(sum(books.filter(({ kind }) => kind === 'refund')))
    }
    // Excludes the payment attempts of this order from later checks.
    await services.database.pool.query('update payment_attempts set next_check_at = null where order_id = $1', [orderId])
  }
}

/** Plans a payment in person with its refunds, together with the administrator's own record of money movements. */
function planPaymentInPerson(
  productId: string,
  { amountMinor, daysAgo, happenings }: typeof inPerson extends fc.Arbitrary<infer Value> ? Value : never,
  start: Date,
) {
  const { recordManualPayment, refunds, orderAdmin } = services.shop.orders
  const email = `${randomUUID()}@reader.example`
  const ref = { product: 'book' as const, productId }
  const books: Entry[] = []
  const returned: number[] = []
  const left = () => amountMinor - returned.reduce((total, amount) => total + amount, 0)
  let attemptId = ''

  async function pay() {
    const paidOn = dayOf(new Date(clock.getTime() - daysAgo * DAY))
    const day = startOf(paidOn)
    const isClosed = monthCloses(paidOn.slice(0, 7)) <= clock
    const sale = { email, ...ref, amount: amountMinor / 100, currency: 'USD' as const, method: 'cash' as const }
    const { orderId } = await recordManualPayment({ ...sale, paidOn, note: '', confirmed: true })
    attemptId = (await orderAdmin.find(orderId))?.attempts[0]?.id ?? ''
    books.push({ kind: 'payment', at: daysAgo === 0 || isClosed ? clock : day, amountMinor })
  }

  async function refund(minor: number) {
    const part = minor === left() ? {} : { amount: minor / 100 }
    await refunds.markRefunded(attemptId, { reason: 'Asked for', ...part })
    returned.push(minor)
    books.push({ kind: 'refund', at: clock, amountMinor: minor })
  }

  const deeds = {
    'refund part': (share: number) => refund(Math.ceil((left() * share) / 100)),
    refund: () => refund(left()),
    undo: async () => undefined,
  }

  async function undo() {
    await refunds.undoRefunded(attemptId, 'A mistake')
    books.push({ kind: 'refund', at: clock, amountMinor: -(returned.pop() ?? 0) })
  }

  async function expectAgreement() {
    expect(await isOwnedBy(services.orm, email, ref), 'access after a payment in person').toBe(left() > 0)
    expect(await mailedRefunds(attemptId), 'the mails about a payment in person').toBe(amountMinor - left())
    expect((await createSaleFinder(services)(attemptId))?.amount.minor, 'the receipt of a payment in person').toBe(amountMinor)
  }

  let at = start.getTime()
  const acts = happenings.map(({ what, share, hours }) => {
    at += hours * HOUR
    return { at: new Date(at), act: () => (left() > 0 ? deeds[what](share) : undo()) }
  })
  return { books, acts: [{ at: start, act: pay }, ...acts, { at: new Date(at + 2 * DAY), act: expectAgreement }] }
}

/** Returns the total refunded amount that was announced to the buyer by email. */
async function mailedRefunds(attemptId: string): Promise<number> {
  const { rows } = await services.database.pool.query<{ told: number }>(
    `select coalesce(sum(case kind when 'refund_undone' then -amount_minor else amount_minor end), 0)::int as told
    from order_notices where attempt_id = $1`,
    [attemptId],
  )
  return rows[0]?.told ?? 0
}

/** Advances the clock in steps of at most a day and runs the due checks after each step. */
async function passTo(at: Date) {
  while (clock < at) {
    clock = new Date(Math.min(at.getTime(), clock.getTime() + DAY))
    await services.shop.orders.payments.reconcile()
  }
}

type Month = { month: string; sold: number; amountMinor: number; refundedMinor: number }

async function salesOf(productId: string, since: Date): Promise<Month[]> {
  const rows = await services.shop.orders.sales.list({ from: dayOf(new Date(since.getTime() - 100 * DAY)).slice(0, 7) })
  return rows
    .filter(({ product }) => product.id === productId)
    .map(({ month, sold, amountMinor, refundedMinor }) => ({ month, sold, amountMinor, refundedMinor }))
}

/** Sums the money movements in the gateway's record by month like the sales report, newest month first. */
function byMonth(books: Entry[]): Month[] {
  const months = new Map<string, Entry[]>()
  for (const entry of books) {
    const month = dayOf(entry.at).slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), entry])
  }
  return [...months]
    .map(([month, entries]) => {
      const payments = entries.filter(({ kind }) => kind === 'payment')
      const refundedMinor = sum(entries.filter(({ kind }) => kind !== 'payment'))
      return { month, sold: payments.length, amountMinor: sum(payments), refundedMinor }
    })
    .toSorted((a, b) => (a.month < b.month ? 1 : -1))
}

/** Returns a function that verifies that the sales of closed months don't change. */
function watchClosedMonths(productId: string, start: Date) {
  const seen = new Map<string, Month | undefined>()
  return {
    look: async () => {
      const known = await salesOf(productId, start)
      for (const month of known) if (seen.has(month.month)) expect(month, 'a closed month').toEqual(seen.get(month.month))
      for (const month of known) if (monthCloses(month.month) <= clock) seen.set(month.month, month)
    },
  }
}

function byTime(a: { at: Date }, b: { at: Date }) {
  return a.at.getTime() - b.at.getTime()
}

function sum(amounts: { amountMinor: number }[]): number {
  return amounts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}
