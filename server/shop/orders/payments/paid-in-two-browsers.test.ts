import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestMail } from '#tests/support/newest-mail.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

let app: TestShop['app']
let shop: TestShop['shop']
beforeAll(async () => {
  ;({ app, shop } = await openTestShop())
})
afterAll(() => app.close())

/** Creates a book and a buyer, whose browsers pay for the book with one address unless another is given. */
async function openSale() {
  const title = `Twice ${randomUUID()}`
  const book = await storeBook(app.services, { title, price: 9 })
  const address = `${randomUUID()}@reader.example`
  const begin = async (email = address) => {
    const clientId = shop.newClient()
    const { id, attempt, payment } = await shop.begin(clientId, { productId: book.id }, { email })
    const finish = async () => {
      payment.state = 'paid'
      await shop.act(`${id}/attempts/${attempt.id}/check`)
    }
    return { id, attemptId: attempt.id, clientId, finish }
  }
  const pay = async (email?: string) => {
    const begun = await begin(email)
    await begun.finish()
    return begun
  }
  const notices = async () => {
    await app.services.shop.receipts.sendNotices()
    const { rows } = await app.services.database.pool.query(`select email from order_notices where kind = 'already_owned' and email = $1`, [
      address,
    ])
    return rows.length
  }
  return { title, address, begin, pay, notices, due: async ({ id }: { id: string }) => (await shop.due(id))[0] }
}

test('the second payment of one address in another browser is due for a refund, and the receipt announces it', async () => {
  const { pay, due, address } = await openSale()
  const [first, second] = [await pay(), await pay(address.toUpperCase())]
  expect([await due(first), await due(second)]).toEqual([null, 'second_payment'])
  await app.services.shop.receipts.sendDue()
  const mail = await newestMail(app.services.config.dataDir, address, /You already had/)
  expect(mail.replaceAll(/=\r\n/g, '')).toContain('this payment will be refunded in full')
})

test('two payments of one address that were open at the same time are not both due for a refund', async () => {
  const { begin, due } = await openSale()
  const both = [await begin(), await begin()]
  for (const { finish } of both) await finish()
  expect(await Promise.all(both.map(due))).toEqual([null, 'second_payment'])
})

test('the second payment is kept when the first payment is refunded', async () => {
  const { pay, due } = await openSale()
  const [first, second] = [await pay(), await pay()]
  await shop.act(`${first.id}/attempts/${first.attemptId}/refunded`, 'Asked for it')
  expect(await due(second)).toBeNull()
})

test('payments of different addresses are not due until the address of one is corrected to the other', async () => {
  const { pay, due, address } = await openSale()
  const [first, second] = [await pay(), await pay(`mistyped-${address}`)]
  expect(await due(second)).toBeNull()
  await app.services.shop.orders.buyerMail.correct(second.id, { email: address, allOrders: false })
  expect([await due(first), await due(second)]).toEqual([null, 'second_payment'])
  await app.services.shop.orders.buyerMail.correct(second.id, { email: `other-${address}`, allOrders: false })
  expect(await due(second)).toBeNull()
})

test('an address that owns the item gets an email with a link that opens it, once a day, and the response is the same as for any address', async () => {
  const { title, address, begin, pay, notices } = await openSale()
  const { id } = await pay()
  expect(await notices()).toBe(0)
  const responses: unknown[] = []
  for (const email of [address, address, `stranger-${address}`]) {
    const { id, clientId } = await begin(email)
    const { state, ways, offers, quote, attempt, receiptNumber } = await shop.get(id, clientId)
    responses.push({ state, ways, offers, quote, receiptNumber, attempt: { ...attempt, address: null, expiresAt: null } })
  }
  expect(responses[0]).toEqual(responses[2])
  expect(await notices()).toBe(1)
  const mail = (await newestMail(app.services.config.dataDir, address, /Someone entered this email address/)).replaceAll(/=\r\n/g, '')
  for (const words of [title, `/checkout/${id}#key=`, '/purchases']) expect(mail).toContain(words)
})
