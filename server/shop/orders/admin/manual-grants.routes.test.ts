import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { Order } from '#contracts/shop/order.ts'
import type { OrderDetails } from '#contracts/shop/order-admin.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { createOrderAdmin } from '#tests/support/order-admin.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const model = createModelGateway()
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [model.gateway] })
})
afterAll(() => app.close())

const { store, act, lastDeed } = createOrderAdmin(() => app, model)

describe('a manual grant', () => {
  const form = { email: 'Rudo@Example.com', product: 'book', reason: 'Paid in cash' }

  test('a manual grant gives access to an item for an email address, and can be revoked', async () => {
    const book = await storeBook(app.services, { price: 5 })
    const response = await act('grants', { ...form, productId: book.id })
    expect(response.statusCode, response.body).toBe(201)
    const order = response.json<OrderDetails>()
    expect(order).toMatchObject({
      state: 'granted',
      email: 'rudo@example.com',
      product: { id: book.id, title: book.title },
      grant: { reason: 'Paid in cash', by: 'Ada Admin', revokedAt: null },
      amount: null,
      attempts: [],
    })
    const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
    await app.services.shop.orders.ownedItems.claim('rudo@example.com', clientId)
    const owned = async (): Promise<Purchase[]> => app.services.shop.orders.ownedItems.list(clientId)
    expect((await owned()).map(({ orderId }) => orderId)).toEqual([order.id])

    const revoked = await act(`${order.id}/grant/revoke`, { reason: 'A mistake' })
    expect(revoked.json<OrderDetails>()).toMatchObject({ state: 'superseded', grant: { revokedAt: expect.any(String) } })
    expect(await owned()).toEqual([])
    expect((await act(`${order.id}/grant/revoke`, { reason: 'Again' })).statusCode).toBe(409)
  })

  test.each([
    ['nothing', {}, ['email', 'product', 'productId', 'reason']],
    ['no address', { ...form, productId: 'x', email: 'chipo' }, ['email']],
    ['another kind of item', { ...form, productId: 'x', product: 'author' }, ['product']],
  ])('a manual grant with %s is refused with the invalid fields', async (_what, payload, fields) => {
    const response = await act('grants', payload)
    expect(response.statusCode).toBe(400)
    expect([...new Set(response.json<Problem>().errors?.map(({ field }) => field))]).toEqual(fields)
  })

  test('a lone surrogate in the reason of a manual grant is stored as a replacement character', async () => {
    const book = await storeBook(app.services, { price: 3 })
    const granted = await act('grants', { ...form, productId: book.id, reason: 'Paid \ud83d in cash' })
    expect(granted.statusCode, granted.body).toBe(201)
    expect(await lastDeed()).toMatchObject({ changes: expect.arrayContaining([{ field: 'reason', to: 'Paid \ufffd in cash' }]) })
    expect((await act(`${granted.json<OrderDetails>().id}/grant/revoke`, { reason: '\udfff' })).statusCode).toBe(200)
  })

  test('a manual grant sends one email with a link that gives access to the item in any browser', async () => {
    const book = await storeBook(app.services, { title: 'Reap in Joy', price: 5 })
    const email = `grace-${randomUUID()}@example.com`
    const granted = await act('grants', { ...form, email: email.toUpperCase(), productId: book.id })
    const { id } = granted.json<OrderDetails>()
    for (let turn = 0; turn < 2; turn++) await app.services.shop.receipts.sendNotices()
    const { dataDir } = app.services.config
    const mail = await newestMail(dataDir, email, /^Subject: /m)
    const [, key = ''] = new RegExp(`/checkout/${id}#key=([\\w.=-]+)`).exec(mail.replace(/=\r\n/g, '').replaceAll('=3D', '=')) ?? []
    const { clientId } = (await app.send('POST', '/api/get-client-id', {}, {})).json<{ clientId: string }>()
    const claim = (change = '') => app.send('POST', `/api/orders/${id}/claim`, { key: `${change}${key}` }, { 'client-id': clientId })
    expect((await claim('x')).statusCode).toBe(400)
    expect((await claim()).json<Order>()).toMatchObject({ state: 'granted', product: { id: book.id } })
    expect((await app.services.shop.orders.ownedItems.list(clientId)).map(({ orderId }) => orderId)).toEqual([id])
    const { rows } = await app.services.database.pool.query('select sent_at from order_notices where order_id = $1', [id])
    expect(rows).toEqual([{ sent_at: expect.any(Date) }])
  })

  test.each(['granted', 'paid'] as const)(
    'a manual grant to an address that already owns the item (%s) is refused, regardless of letter case',
    async (how) => {
      const book = await storeBook(app.services, { price: 5 })
      if (how === 'paid') await store({ productId: book.id, email: 'grace@example.com', attempts: [{ state: 'paid' }] })
      else await act('grants', { ...form, email: 'grace@example.com', productId: book.id })
      const again = await act('grants', { ...form, email: 'Grace@Example.com', productId: book.id })
      expect(again.json()).toMatchObject({ status: 409, errors: [{ field: 'email', message: 'This address already owns the item.' }] })
    },
  )

  test('a manual grant that is revoked before its email was sent causes no email, and the item can be granted again', async () => {
    const book = await storeBook(app.services, { title: 'Never Mailed', price: 5 })
    const { id } = (await act('grants', { ...form, productId: book.id })).json<OrderDetails>()
    await act(`${id}/grant/revoke`, { reason: 'A mistake' })
    await app.services.shop.receipts.sendNotices()
    const { rows } = await app.services.database.pool.query('select sent_at from order_notices where order_id = $1', [id])
    expect(rows).toEqual([{ sent_at: expect.any(Date) }])
    expect((await act('grants', { ...form, productId: book.id })).statusCode).toBe(201)
  })

  test('a manual grant of a deleted item is refused', async () => {
    expect((await act('grants', { ...form, productId: '01890000-0000-7000-8000-000000000000' })).statusCode).toBe(404)
  })

  test('revoking a manual grant that does not exist returns an error', async () => {
    const { id } = await store({ attempts: [{ state: 'paid' }] })
    expect((await act(`${id}/grant/revoke`, { reason: 'x' })).statusCode).toBe(409)
  })
})
