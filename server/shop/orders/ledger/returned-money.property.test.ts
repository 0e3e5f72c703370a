import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MoneyReturn } from '#server/shop/gateways/gateway.ts'
import { createModelGateway, type ModelPayment } from '#tests/support/model-gateway.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'

/* Tests random histories in which a gateway and an administrator return money independently, so that both together may return more than was
   paid: refunds during disputes, disputes after refunds, failed refunds, reversed chargebacks, and corrections. */

const RUNS = longRuns(100)
const PRICE = 900
const EVENTS = ['refund', 'refund fails', 'dispute', 'win', 'lose', 'reverse', 'mark', 'mark part', 'undo'] as const
type Event = (typeof EVENTS)[number]

const model = createModelGateway()
let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({}, { gateways: [model.gateway], alert: () => undefined })
})
afterAll(() => services.close())

test('at most the amount of the payment is returned, whatever the gateway and an administrator record', {
  tags: ['property'],
  timeout: 300_000 + RUNS * 600,
}, async () => {
  const event = fc.record({ what: fc.constantFrom(...EVENTS), share: fc.integer({ min: 1, max: 100 }) })
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(event, { minLength: 1, maxLength: 8 }), async (hasReturns, events) => {
      const sale = await beginSale(hasReturns)
      for (const { what, share } of events) {
        await sale.act(what, share)
        const { returned, shown, net } = await sale.read()
        expect(returned).toBeGreaterThanOrEqual(0)
        expect(returned).toBeLessThanOrEqual(PRICE)
        expect(shown, 'the order shows the booked amount').toBe(returned)
        expect(net, 'the sales are never negative').toBe(PRICE - returned)
      }
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[true, 'dispute', 'mark', 'lose', 'undo'] as const, [false, 'dispute', 'mark', 'lose', 'undo'] as const].map(
        ([hasReturns, ...names]): [boolean, { what: Event; share: number }[]] => [hasReturns, names.map((what) => ({ what, share: 100 }))],
      ),
    },
  )
})

/** Stores a paid order. `hasReturns` tells whether the gateway reports each refund and chargeback, or only the state. */
async function beginSale(hasReturns: boolean) {
  const { orders } = services.shop
  const book = await storeBook(services, { price: PRICE / 100 })
  const reference = randomBytes(16).toString('hex')
  const { id, attempts } = await storeOrder(services.orm, {
    productId: book.id,
    amountMinor: PRICE,
    closed: true,
    attempts: [{ state: 'paid', reference }],
  })
  const [attemptId = ''] = attempts
  const returns: MoneyReturn[] = []
  const payment: ModelPayment = { reference, state: 'paid', amountMinor: PRICE, currency: 'USD', ...(hasReturns && { returns }) }
  model.payments.set(reference, payment)

  /** The gateway limits its own refunds, but a lost dispute takes the whole amount, as some banks do. */
  const standing = () => returns.filter(({ undone }) => !undone)
  const left = () => Math.max(0, PRICE - standing().reduce((total, { amountMinor }) => total + amountMinor, 0))
  const give = (kind: MoneyReturn['kind'], amountMinor: number) => {
    if (amountMinor > 0) returns.push({ id: `${kind}_${returns.length}`, kind, amountMinor })
    if (left() === 0) payment.state = kind === 'refund' ? 'refunded' : 'charged_back'
  }
  const takeBack = (kind: MoneyReturn['kind']) => {
    const last = standing().findLast((one) => one.kind === kind)
    if (last) last.undone = {}
    if (last && left() > 0) payment.state = 'paid'
  }
  const part = (share: number) => ({ reason: 'Asked for', amount: Math.ceil((PRICE * share) / 100) / 100 })
  const deeds: Record<Event, (share: number) => unknown> = {
    refund: (share) => give('refund', Math.ceil((left() * share) / 100)),
    'refund fails': () => takeBack('refund'),
    dispute: () => {
      if (payment.state === 'paid') payment.state = 'disputed'
    },
    win: () => {
      if (payment.state === 'disputed') payment.state = 'paid'
    },
    lose: () => payment.state === 'disputed' && give('chargeback', PRICE),
    reverse: () => takeBack('chargeback'),
    mark: () => orders.refunds.markRefunded(attemptId, { reason: 'Asked for' }).catch(ignoreRefusal),
    'mark part': (share) => orders.refunds.markRefunded(attemptId, part(share)).catch(ignoreRefusal),
    undo: () => orders.refunds.undoRefunded(attemptId, 'A mistake').catch(ignoreRefusal),
  }

  return {
    act: async (what: Event, share: number) => {
      await deeds[what](share)
      await orders.payments.check(attemptId)
    },
    read: async () => {
      const { rows } = await services.database.pool.query<{ returned: number }>(
        `select coalesce(sum(amount_minor), 0)::int as returned from money_movements where attempt_id = $1 and kind <> 'payment'`,
        [attemptId],
      )
      const sales = (await orders.sales.list({})).filter(({ product }) => product.id === book.id)
      return {
        returned: rows[0]?.returned ?? 0,
        shown: (await orders.orderAdmin.find(id))?.returnedMinor,
        net: sales.reduce((total, { netMinor }) => total + netMinor, 0),
      }
    },
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof Error && error.name === 'ProblemError')) throw error
}
