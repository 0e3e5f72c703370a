import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const model = createModelGateway()
let server: SmtpServer
let app: TestApp
beforeAll(async () => {
  server = await openSmtpServer()
  const mail = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>' }
  app = await openTestApp(
    { ...mail, PUBLIC_URL: 'https://lectern.example', LOG_LEVEL: 'info' },
    { gateways: [model.gateway], alert: () => undefined },
  )
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const newClient = () => randomBytes(24).toString('base64url')

async function open(clientId: string, productId: string) {
  const request = { clientId, productId, product: 'book', currency: 'ZWG', returnUrl: 'https://lectern.example/bookshop' }
  return (await app.send('POST', '/api/get-next-action', request, {})).json<NextActionResponse>()
}

/** Decodes quoted-printable email content, which may break lines anywhere. */
const readable = (content = '') =>
  content.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

test('a purchase can be claimed in another browser with the receipt’s email address and a code', async () => {
  const asOf = new Date().toISOString()
  await app.services.shop.rates.enter({ zwgPerUsd: '26.7431', source: 'Interbank', asOf, marginBasisPoints: 0 })
  const book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
  const [first, second] = [newClient(), newClient()]

  const orderId = new URL((await open(first, book.id)).action).pathname.replace('/checkout/', '')
  const form = { gateway: 'test', method: 'web', email: 'Rudo@Reader.example' }
  await app.send('POST', `/api/orders/${orderId}/payments`, form, { 'client-id': first })
  for (const payment of model.payments.values()) payment.state = 'paid'
  await app.send('POST', `/api/orders/${orderId}/check`, undefined, { 'client-id': first })
  await app.services.shop.receipts.sendDue()
  expect(server.mails.map(({ to }) => to)).toEqual([['rudo@reader.example']])
  const receipt = readable(server.mails[0]?.content)
  // 4.50 USD × 26.7431 = 120.34395 ZWG
  for (const words of ['Receipt: 1', 'Sow in Season', '$4.50', 'ZWG 120.34', '26.7431', 'https://lectern.example/purchases', orderId])
    expect(receipt).toContain(words)

  expect((await open(second, book.id)).action).not.toBe('view')
  await app.send('POST', '/api/purchases/codes', { email: 'rudo@reader.example', clientId: second }, {})
  await expect.poll(() => server.mails.length).toBe(2)
  const [, code = ''] = /^Subject: (\d{8})/m.exec(server.mails[1]?.content ?? '') ?? []
  const claimed = await app.send('POST', '/api/purchases', { email: 'rudo@reader.example', clientId: second, code }, {})
  const purchases: Purchase[] = [
    {
      orderId,
      product: { kind: 'book', id: book.id, title: 'Sow in Season' },
      boughtAt: expect.any(String),
      receiptNumber: 1,
      available: true,
      refundedAt: null,
    },
  ]
  expect(claimed.json()).toEqual({ purchases })
  for (const clientId of [first, second]) {
    expect((await app.get('/api/purchases', { 'client-id': clientId })).json()).toEqual({ purchases, open: [] })
    const { action, url = '' } = await open(clientId, book.id)
    expect(action).toBe('view')
    expect((await app.get(url)).statusCode).toBe(200)
  }
  expect((await app.get('/api/purchases', { 'client-id': newClient() })).json()).toEqual({ purchases: [], open: [] })
  // Owners retain access to an item in the bin. A permanently deleted item remains in the list of purchases as unavailable.
  for (const [path, available] of [
    [`/api/books/${book.id}`, true],
    [`/api/admin/books/${book.id}`, false],
  ] as const) {
    await app.send('DELETE', path)
    expect((await app.get('/api/purchases', { 'client-id': first })).json()).toMatchObject({ purchases: [{ orderId, available }] })
  }
  for (const secret of [first, second, code, 'reader.example']) expect(app.logLines.join('')).not.toContain(secret)
})
