import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { GatewayName } from '#contracts/shop/payment.ts'
import type { Gateway } from '#server/shop/gateways/gateway.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { openOrders } from './open-orders.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
let book: Book
beforeAll(async () => {
  services = await openTestServices()
  book = await storeBook(services, { title: 'Sow in Season', price: 5 })
  const paid = (gateway: GatewayName) =>
    storeOrder(services.database.orm, { productId: book.id, amountMinor: 500, attempts: [{ state: 'paid', gateway, paidAt: new Date() }] })
  await paid('sandbox')
  await paid('sandbox')
  await paid('paynow')
})
afterAll(() => services.close())

/** Opens the same database with other gateways configured, recounts sales as at startup, and returns the number of sales. */
async function soldWith(...names: GatewayName[]) {
  const { gateway } = createModelGateway()
  const gateways: Gateway[] = names.map((name) => ({ ...gateway, name }))
  const unused = () => Promise.reject(new Error('not asked here'))
  const source = {
    find: unused,
    view: unused,
    setSold: async (_transaction: unknown, _id: string, sold: number) => {
      counted = sold
      return true
    },
  }
  const { sales, recountSold } = openOrders({
    orm: services.database.orm,
    transact: (work) => services.database.orm.transaction(work),
    gateways,
    products: { book: source, podcast: source },
    rates: { current: unused },
    receipts: {
      notify: unused,
      withdrawRefund: unused,
      requeue: unused,
      readdress: unused,
      find: unused,
      findByOrders: unused,
      findOrderId: unused,
      wasNotified: unused,
      write: unused,
      linkTo: unused,
    },
    setEntitlement: unused,
    rateLimits: services.rateLimits,
    record: unused,
    alert: () => undefined,
    urls: { origin: '' },
    signedUrls: services.signedUrls,
    now: () => new Date(),
  })
  let counted: number | undefined
  await recountSold()
  const rows = await sales.list({})
  return { counted, sold: rows.map(({ sold, amountMinor }) => [sold, amountMinor]) }
}

test('test payments count as sold while the test gateway is the only gateway', async () => {
  expect(await soldWith('sandbox')).toEqual({ counted: 3, sold: [[3, 1500]] })
})

test.each<[string, GatewayName[]]>([
  ['beside a real gateway', ['sandbox', 'stripe']],
  ['once there is a real gateway', ['paynow']],
  ['where nothing is offered', []],
])('test payments do not count as sold %s, neither in the sales nor among the best sellers', async (_when, names) => {
  expect(await soldWith(...names)).toEqual({ counted: 1, sold: [[1, 500]] })
})
