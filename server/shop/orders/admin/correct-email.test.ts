import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { OrderDetails, OrderSummary } from '#contracts/shop/order-admin.ts'
import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import { digestClient } from '#server/platform/digest.ts'
import { createSaleFinder } from '#server/shop/orders/ledger/find-sale.ts'
import { linkSubject, lockProduct } from '#server/shop/orders/orders.store.ts'
import { createNoticeStore } from '#server/shop/receipts/order-notices.store.ts'
import { createReceiptService } from '#server/shop/receipts/receipts.service.ts'
import { createReceiptStore } from '#server/shop/receipts/receipts.store.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

const WRONG = 'rudo@gmial.com'
const RIGHT = 'rudo@gmail.com'

let app: TestShop['app']
let shop: TestShop['shop']
beforeAll(async () => {
  ;({ app, shop } = await openTestShop())
})
afterAll(() => app.close())

const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows
const act = (id: string, path: string, payload: object = {}) => app.send('POST', `/api/admin/orders/${id}/${path}`, payload)

/** Buys a new book in a new browser. */
async function buy(email = WRONG) {
  const book = await storeBook(app.services, { title: `Book ${randomUUID()}`, price: 5 })
  const clientId = shop.newClient()
  const { id: orderId, payment } = await shop.begin(clientId, { productId: book.id }, { email })
  payment.state = 'paid'
  await shop.call(orderId, 'check', clientId)
  expect((await shop.details(orderId)).state).toBe('paid')
  return { orderId, clientId, bookId: book.id }
}

async function linkOf(orderId: string) {
  const order = await app.services.shop.orders.orders.find(orderId)
  if (!order) throw new Error('The order is missing')
  return app.services.signedUrls.signForOrder(linkSubject(order))
}

const claim = (orderId: string, clientId: string, key: string) => shop.call(orderId, 'claim', clientId, { key })
const opens = (clientId: string, productId: string) => shop.opens(clientId, { productId })

async function sendMails() {
  await app.services.shop.receipts.sendDue()
  await app.services.shop.receipts.sendNotices()
}

test('correcting an email address revokes all access through the old address, while the buyer’s browser keeps access and the new address receives the link to the order', async () => {
  const { orderId, clientId, bookId } = await buy()
  await sendMails()
  const stranger = shop.newClient()
  const oldLink = await linkOf(orderId)
  expect((await claim(orderId, stranger, oldLink)).statusCode).toBe(200)
  expect(await opens(stranger, bookId)).toBe(true)

  const corrected = await act(orderId, 'email', { email: ' Rudo@GMAIL.com ' })
  expect(corrected.statusCode, corrected.body).toBe(200)
  expect(corrected.json()).toMatchObject({ email: RIGHT, browsers: 1, receipt: { email: RIGHT, sentAt: null } })

  expect(await opens(stranger, bookId)).toBe(false)
  expect((await app.get(`/api/orders/${orderId}`, { 'client-id': stranger })).statusCode).toBe(404)
  expect((await claim(orderId, stranger, oldLink)).statusCode).toBe(400)
  expect(await opens(clientId, bookId)).toBe(true)
  expect(await app.services.shop.orders.ownedItems.isKnown(WRONG)).toBe(false)
  const second = shop.newClient()
  await app.services.shop.orders.ownedItems.claim(WRONG, second)
  expect(await opens(second, bookId)).toBe(false)
  await app.services.shop.orders.ownedItems.claim(RIGHT, second)
  expect(await opens(second, bookId)).toBe(true)
  expect((await claim(orderId, shop.newClient(), await linkOf(orderId))).statusCode).toBe(200)

  expect(await sql('select email, kind from order_notices where order_id = $1', [orderId])).toEqual([
    { email: WRONG, kind: 'address_removed' },
  ])
  await sendMails()
  expect((await shop.details(orderId)).receipt?.mail).toBe('not_sent')
  const [entry] = (await app.get('/api/audit?noun=order&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry?.changes).toEqual([{ field: 'email', from: WRONG, to: RIGHT }])
})

test('correcting an email address changes only the chosen order, unless all orders of the address are selected', async () => {
  const wrong = `${randomUUID()}@gmial.com`
  const [first, second, third] = [await buy(wrong), await buy(wrong), await buy(wrong)]
  const right = `${randomUUID()}@gmail.com`
  await act(first.orderId, 'email', { email: right })
  const listed = async (email: string) =>
    (await app.get(`/api/admin/orders?email=${email.toUpperCase()}`, app.bearer)).json<OrderSummary[]>().map(({ id }) => id)
  expect(await listed(right)).toEqual([first.orderId])
  await act(second.orderId, 'email', { email: right, allOrders: true })
  expect(new Set(await listed(right))).toEqual(new Set([first.orderId, second.orderId, third.orderId]))
  expect(await listed(wrong)).toEqual([])
  expect(await opens(third.clientId, third.bookId)).toBe(true)
})

test('correcting the email address of a granted item sends a new link to the new address', async () => {
  const book = await storeBook(app.services, { title: `Book ${randomUUID()}`, price: 5 })
  const form = { email: WRONG, product: 'book', productId: book.id, reason: 'A gift' }
  const { id } = (await app.send('POST', '/api/admin/orders/grants', form)).json<OrderDetails>()
  await sendMails()
  const stranger = shop.newClient()
  await claim(id, stranger, await linkOf(id))
  expect(await opens(stranger, book.id)).toBe(true)
  expect((await act(id, 'email', { email: RIGHT })).statusCode).toBe(200)
  expect(await opens(stranger, book.id)).toBe(false)
  const notices = await sql('select kind, email from order_notices where order_id = $1 order by number', [id])
  expect(notices.slice(1)).toEqual([
    { kind: 'granted', email: RIGHT },
    { kind: 'address_removed', email: WRONG },
  ])
})

test('a queued email is not sent to the wrong address, even if it was composed before the correction', async () => {
  const { orderId } = await buy()
  const mails: { to: string; text: string }[] = []
  const corrected = { done: false }
  const { sendDue } = createReceiptService({
    store: createReceiptStore(app.services.orm),
    notices: createNoticeStore(app.services.orm),
    transact: app.services.transact,
    mail: { ...app.services.mail, send: async (message) => void mails.push(message) },
    findSale: createSaleFinder(app.services),
    findSubject: async () => undefined,
    seller: () => ({
      name: 'Lectern',
      colors: DEFAULT_PALETTE,
      email: 'shop@lectern.example',
      phone: '',
      time: shopTime(),
      currencyNames: { USD: 'USD', ZWG: 'ZWG' },
    }),
    urls: { origin: 'http://localhost', page: (path) => path },
    // The buyer's address is corrected while an email is being composed, before the database row of the email is locked.
    orderUrl: async (id) => {
      if (id === orderId && !corrected.done) {
        corrected.done = true
        await act(orderId, 'email', { email: RIGHT })
      }
      return `/checkout/${id}`
    },
    now: () => new Date(),
  })
  await sendDue()
  await sendDue()
  const about = mails.filter(({ text }) => text.includes(orderId))
  expect(about.map(({ to }) => to)).toEqual([RIGHT])
})

test('correcting an email address does not revoke a stranger’s access that comes from another order', async () => {
  const { orderId, bookId } = await buy()
  const stranger = shop.newClient()
  await claim(orderId, stranger, await linkOf(orderId))
  const form = { email: `${randomUUID()}@lectern.example`, product: 'book', productId: bookId, reason: 'A gift' }
  const { id } = (await app.send('POST', '/api/admin/orders/grants', form)).json<OrderDetails>()
  await claim(id, stranger, await linkOf(id))
  await act(orderId, 'email', { email: RIGHT })
  expect(await opens(stranger, bookId)).toBe(true)
  expect(await sql('select 1 from order_viewers where order_id = $1 and client_digest = $2', [orderId, digestClient(stranger)])).toEqual([])
})

test('correcting an email address is refused if the new address is invalid, unchanged or missing, or the order has no address', async () => {
  const { orderId } = await buy()
  for (const email of ['', 'rudo', 'a@b', undefined]) expect((await act(orderId, 'email', { email })).statusCode).toBe(400)
  expect((await act(orderId, 'email', { email: WRONG.toUpperCase() })).statusCode).toBe(409)
  expect((await act('nobody', 'email', { email: RIGHT })).statusCode).toBe(404)
  await sql('update orders set email = null where id = $1', [orderId])
  expect((await act(orderId, 'email', { email: RIGHT })).statusCode).toBe(409)
  expect((await act(orderId, 'mail')).statusCode).toBe(409)
})

test('the second of two concurrent email corrections is refused', async () => {
  const { orderId, bookId } = await buy()
  const { orm } = app.services.database
  // Both concurrent corrections have read the address and are waiting for the lock before either of them can change the address.
  const both = await orm.transaction(async (transaction) => {
    await lockProduct(transaction, { product: 'book', productId: bookId })
    const requests = ['one', 'two'].map((name) => act(orderId, 'email', { email: `${name}@lectern.example` }))
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(() => sql(waiting)).toHaveLength(2)
    return requests
  })
  expect((await Promise.all(both)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a link or a code that was verified before a correction, and takes effect after it, gives no access', async () => {
  const { orderId, bookId } = await buy()
  const { orders, ownedItems } = app.services.shop.orders
  const verified = await orders.find(orderId)
  if (!verified) throw new Error('The order is missing')
  await act(orderId, 'email', { email: RIGHT })
  const stranger = shop.newClient()
  await ownedItems.open(verified, stranger)
  expect(await opens(stranger, bookId)).toBe(false)
  expect(await sql('select 1 from order_viewers where order_id = $1 and client_digest = $2', [orderId, digestClient(stranger)])).toEqual([])
})

test('resending a receipt uses another message id and is recorded in the audit log', async () => {
  const { orderId } = await buy()
  await sendMails()
  const again = await act(orderId, 'mail')
  expect(again.statusCode, again.body).toBe(200)
  expect(again.json<OrderDetails>().receipt?.mail).toBe('waiting')
  await sendMails()
  expect((await shop.details(orderId)).receipt?.mail).toBe('not_sent')
  const [entry] = (await app.get('/api/audit?noun=order&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry?.changes).toEqual([{ field: 'mail', to: WRONG }])
})
