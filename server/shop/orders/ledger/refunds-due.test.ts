import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { SalesRow } from '#contracts/shop/order-admin.ts'
import type { Buyers } from '#tests/support/buyers.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

/* Tests that a payment for an item that the buyer already owns is refunded. A buyer with one payment that is not refunded retains access. */

let app: TestShop['app']
let clock: TestShop['clock']
let shop: TestShop['shop']
let book: Book
let wish: { productId: string }

beforeAll(async () => {
  ;({ app, clock, shop } = await openTestShop())
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.now = new Date()
  book = await storeBook(app.services, { price: 4.5 })
  wish = { productId: book.id }
})

type Begun = Awaited<ReturnType<Buyers['begin']>>

const reconcileLater = async () => {
  clock.now = new Date(clock.now.getTime() + 1000)
  await app.services.shop.orders.payments.reconcile()
}
const check = ({ id, attempt }: Begun) => shop.act(`${id}/attempts/${attempt.id}/check`)

/** Sets the state of the payment at the gateway and runs a check. */
async function becomes(begun: Begun, state: 'paid' | 'refunded' | 'disputed') {
  begun.payment.state = state
  return check(begun)
}
const settle = ({ id, attempt }: Begun) => shop.act(`${id}/attempts/${attempt.id}/settle`, 'Sent back by EcoCash')

/** Creates several payments of one browser for one order, all started before the first payment completes. */
async function payTimes(times: number) {
  const clientId = shop.newClient()
  const begun: Begun[] = []
  for (let count = 0; count < times; count++) {
    begun.push(await shop.begin(clientId, wish))
    await shop.call(begun[0]?.id ?? '', 'cancel', clientId)
  }
  for (const each of begun) await becomes(each, 'paid')
  return { clientId, begun }
}

async function payTwice() {
  const { clientId, begun } = await payTimes(2)
  const [first, second] = begun
  if (!first || !second) throw new Error('Two payments were begun')
  expect(await shop.due(first.id)).toEqual(['second_payment', null])
  return { clientId, first, second }
}

describe('payments for an item that the buyer already owns', () => {
  test('an open payment is canceled once the buyer claims the item by email, and is due for a refund if it completes nevertheless', async () => {
    const [one, other] = [shop.newClient(), shop.newClient()]
    await becomes(await shop.begin(one, wish, { email: 'tariro@reader.example' }), 'paid')
    const begun = await shop.begin(other, wish)
    await app.services.shop.orders.ownedItems.claim('tariro@reader.example', other)
    await reconcileLater()
    expect(await app.services.shop.orders.attempts.find(begun.attempt.id)).toMatchObject({ state: 'cancelled' })
    expect(begun.payment.state).toBe('cancelled')
    await becomes(begun, 'paid')
    expect(await shop.due(begun.id)).toEqual(['second_payment'])
  })

  test('a payment for an item already owned through a manual grant is due for a refund until the grant is revoked', async () => {
    const clientId = shop.newClient()
    const begun = await shop.begin(clientId, wish)
    const granted = { email: 'gift@reader.example', product: 'book', productId: book.id, reason: 'A gift' }
    const { id } = (await app.send('POST', '/api/admin/orders/grants', granted)).json<{ id: string }>()
    await app.services.shop.orders.ownedItems.claim('gift@reader.example', clientId)
    await becomes(begun, 'paid')
    expect(await shop.due(begun.id)).toEqual(['second_payment'])
    await shop.act(`${id}/grant/revoke`, 'A mistake')
    expect(await shop.due(begun.id)).toEqual([null])
    expect(await shop.opens(clientId, wish)).toBe(true)
  })

  test('a payment is distinguished from the payment of another browser and email address for the same item', async () => {
    await becomes(await shop.begin(shop.newClient(), wish, { email: 'tariro@reader.example' }), 'paid')
    const begun = await shop.begin(shop.newClient(), wish, { email: 'other@reader.example' })
    await becomes(begun, 'paid')
    expect(await shop.due(begun.id)).toEqual([null])
  })
})

describe('several payments for one order', () => {
  test('a second payment is no longer due for a refund once the first is refunded, and an event records the reason', async () => {
    const { clientId, first, second } = await payTwice()
    await becomes(first, 'refunded')
    expect(await shop.due(first.id)).toEqual([null, null])
    expect((await shop.details(first.id)).attempts[0]?.events.at(-1)).toMatchObject({
      from: 'paid',
      to: 'paid',
      cause: 'gateway',
      detail: 'Refund no longer due: the buyer has no other access to the item',
    })
    expect(await shop.opens(clientId, wish)).toBe(true)
    expect(
      (await app.send('POST', `/api/admin/orders/${second.id}/attempts/${second.attempt.id}/settle`, { reason: 'x' })).statusCode,
    ).toBe(409)
  })

  test('neither of two payments is due for a refund while the first is disputed, and the first is due once the dispute is won', async () => {
    const { clientId, first } = await payTwice()
    await becomes(first, 'disputed')
    expect(await shop.due(first.id)).toEqual([null, null])
    await becomes(first, 'paid')
    expect(await shop.due(first.id)).toEqual([null, 'second_payment'])
    await settle(first)
    expect(await shop.due(first.id)).toEqual([null, null])
    expect(await shop.opens(clientId, wish)).toBe(true)
  })

  test('the buyer loses access to the item once both of two payments are refunded', async () => {
    const { clientId, first, second } = await payTwice()
    await settle(second)
    expect(await shop.opens(clientId, wish)).toBe(true)
    expect(await becomes(first, 'refunded')).toMatchObject({ state: 'refunded', refundDue: false })
    expect(await shop.opens(clientId, wish)).toBe(false)
  })

  test('the buyer retains access through the second of three payments after the first and the third are refunded', async () => {
    const { clientId, begun } = await payTimes(3)
    const [first, , third] = begun
    if (!first || !third) throw new Error('Three payments were begun')
    expect(await shop.due(first.id)).toEqual(['second_payment', 'second_payment', null])
    await becomes(first, 'refunded')
    expect(await shop.due(first.id)).toEqual(['second_payment', null, null])
    await settle(third)
    expect(await shop.opens(clientId, wish)).toBe(true)
  })
})

describe('payments for a deleted item', () => {
  test('a payment for a deleted item is due for a refund, and counts as refunded in the sales once the refund is settled', async () => {
    const clientId = shop.newClient()
    const begun = await shop.begin(clientId, wish)
    expect((await app.send('DELETE', `/api/books/${book.id}`)).statusCode).toBe(204)
    await becomes(begun, 'paid')
    expect(await shop.due(begun.id)).toEqual(['item_gone'])
    const sales = async () =>
      (await app.get('/api/admin/sales', app.bearer)).json<SalesRow[]>().find(({ product }) => product.id === book.id)
    expect(await sales()).toMatchObject({ sold: 1, refunded: 0 })
    expect(await settle(begun)).toMatchObject({ state: 'refunded', refundDue: false })
    expect(await sales()).toMatchObject({ sold: 1, refunded: 1, netMinor: 0 })
  })

  test('a payment for a deleted item stays due for a refund if another payment for the item is refunded', async () => {
    const { first, second } = await payTwice()
    expect((await app.send('DELETE', `/api/books/${book.id}`)).statusCode).toBe(204)
    await becomes(first, 'refunded')
    expect(await shop.due(second.id)).toEqual(['item_gone', null])
  })
})
