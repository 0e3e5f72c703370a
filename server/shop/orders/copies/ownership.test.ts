import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentAttempts } from '#server/shop/orders/orders.schema.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { copies, copyHolders } from './copies.schema.ts'
import { countOwners, findOwning, isOwned, isOwnedBeside, isOwnedBy, wasSold } from './ownership.ts'

const BUYER = 'buyer@example.com'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

/** Stores a paid order whose copy belongs to an email address and to its browsers, which need not be those of the buyer. */
async function storeCopy(productId: string, { email = BUYER, holders = [] as string[] } = {}) {
  const { orm } = services
  const order = await storeOrder(orm, { productId, email: BUYER })
  const id = randomUUID()
  await orm.insert(copies).values({ id, orderId: order.id, product: 'book', productId, email })
  for (const clientDigest of holders) await orm.insert(copyHolders).values({ copyId: id, clientDigest })
  const payment = {
    id: randomUUID(),
    orderId: order.id,
    product: 'book' as const,
    productId,
    clientDigest: 'browser of the buyer',
  }
  await orm
    .insert(paymentAttempts)
    .values({ ...payment, currency: 'USD', amountMinor: 799, gateway: 'test', method: 'web', reference: payment.id, state: 'paid' })
  return { id, orderId: order.id, payment }
}

test('a copy for another address belongs to its beneficiary, and not to the buyer or the paying browser', async () => {
  const { orm } = services
  const product = { product: 'book', productId: randomUUID() } as const
  const { orderId, payment } = await storeCopy(product.productId, { email: 'friend@example.com', holders: ['browser of the friend'] })
  expect(await isOwned(orm, 'browser of the friend', product)).toBe(true)
  expect(await isOwned(orm, payment.clientDigest, product)).toBe(false)
  expect(await isOwnedBy(orm, BUYER, product)).toBe(false)
  expect(await findOwning(orm, 'friend@example.com', product)).toBe(orderId)
  expect(await countOwners(orm, { product: 'book', productIds: [product.productId] })).toEqual({ owners: 1, items: 1 })
})

test('an item bought for somebody else and then for oneself is not paid twice, while two payments for one address are', async () => {
  const { orm } = services
  const productId = randomUUID()
  await storeCopy(productId, { email: 'friend@example.com' })
  const own = await storeCopy(productId)
  expect(await isOwnedBeside(orm, own.payment)).toBe(false)
  const again = await storeCopy(productId)
  expect(await isOwnedBeside(orm, again.payment)).toBe(true)
  expect(await isOwnedBeside(orm, own.payment)).toBe(true)
})

test('a revoked copy opens nothing and does not count as another payment, but its item was sold', async () => {
  const { orm } = services
  const product = { product: 'book', productId: randomUUID() } as const
  expect(await wasSold(orm, product)).toBe(false)
  const { payment } = await storeCopy(product.productId, { holders: ['a browser'] })
  await orm.update(copies).set({ revokedAt: new Date() })
  expect(await isOwned(orm, 'a browser', product)).toBe(false)
  expect(await isOwnedBy(orm, BUYER, product)).toBe(false)
  expect(await countOwners(orm, { product: 'book', productIds: [product.productId] })).toEqual({ owners: 0, items: 0 })
  expect(await isOwnedBeside(orm, { ...payment, id: randomUUID() })).toBe(false)
  expect(await wasSold(orm, product)).toBe(true)
})
