// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrderQuery, type OrderSummary } from '#contracts/shop/order-admin.ts'
import { ATTEMPT_STATES, ORDER_STATES, REFUND_REASONS } from '#contracts/shop/payment.ts'
import fc from '#tests/support/property-testing.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const history = fc.record({
  closed: fc.boolean(),
  grant: fc.constantFrom(undefined, undefined, 'stands' as const, 'revoked' as const),
  attempts: fc.array(
    fc.record({
      state: fc.constantFrom(...ATTEMPT_STATES),
      refundDue: fc.constantFrom(undefined, undefined, ...REFUND_REASONS),
    }),
    { maxLength: 4 },
  ),
})

test('filtering the order list by a state returns exactly the orders in that state, for any history', async () => {
  const { orm } = app.services.database
  for (const { grant, attempts, closed } of fc.sample(history, 400))
    await storeOrder(orm, {
      closed,
      ...(grant && { grant }),
      attempts: attempts.map(({ state, refundDue }) => ({ state, ...(refundDue && { refundDue }) })),
    })

  const all = await listAll()
  expect(all).toHaveLength(400)
  for (const state of ORDER_STATES) {
    const found = await listAll(state)
    expect(found.length, state).toBeGreaterThan(0)
    expect(found.map(({ id }) => id)).toEqual(all.filter((order) => order.state === state).map(({ id }) => id))
  }
  expect((await listAll('refund_due')).map(({ id }) => id)).toEqual(all.filter(({ refundDue }) => refundDue).map(({ id }) => id))
  const isRelevant = async ({ id, state, refundDue }: OrderSummary) => {
    const attempts = (await app.services.shop.orders.orderAdmin.find(id))?.attempts ?? []
    const hasMoney = attempts.some(({ state }) => ['paid', 'disputed', 'refunded', 'charged_back', 'processing'].includes(state))
    return refundDue || state === 'granted' || hasMoney
  }
  const relevant = []
  for (const order of all) if (await isRelevant(order)) relevant.push(order.id)
  expect((await listAll('relevant')).map(({ id }) => id)).toEqual(relevant)
})

/** Lists all orders page by page, to test pagination as well. */
async function listAll(state?: string) {
  const items = []
  let cursor: string | undefined
  do {
    const page = await app.services.shop.orders.orderAdmin.list(OrderQuery.parse({ limit: 100, state, cursor }))
    items.push(...page.items)
    expect(page.total).toBeGreaterThanOrEqual(items.length)
    cursor = page.next
  } while (cursor)
  return items
}
