import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { Order } from '#contracts/shop/order.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts'

let server: SmtpServer
let app: TestShop['app']
let shop: TestShop['shop']
beforeAll(async () => {
  server = await openSmtpServer()
  ;({ app, shop } = await openTestShop({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>' }))
})
afterAll(async () => {
  await app.close()
  await server.close()
})

async function buy(email: string) {
  const book = await storeBook(app.services, { price: 9 })
  const clientId = shop.newClient()
  const { id, attempt, payment } = await shop.begin(clientId, { productId: book.id }, { email })
  payment.state = 'paid'
  await shop.act(`${id}/attempts/${attempt.id}/check`)
  return { id, clientId }
}
const sendDue = () => app.services.shop.receipts.sendDue().catch(() => undefined)

test('a receipt that the mail server refuses is not said to be sent, and its corrected address gets it with a new link', async () => {
  const { id, clientId } = await buy('typo@gmial.example')
  expect(await shop.get(id, clientId)).toMatchObject({ receiptMail: 'waiting', link: expect.stringContaining(`/checkout/${id}#key=`) })
  server.refusals.RCPT = '550 5.1.1 no such mailbox'
  await sendDue()
  const refused = await shop.get(id, clientId)
  expect(refused.receiptMail).toBe('refused')
  expect((await shop.details(id)).receipt).toMatchObject({ mail: 'refused', sentAt: null, problem: expect.stringContaining('550') })
  expect((await app.get('/api/overview', app.bearer)).json()).toMatchObject({ mail: { lost: [{ about: 'receipt', id }] } })

  delete server.refusals.RCPT
  const corrected = (await shop.call(id, 'email', clientId, { email: 'Right@mail.example' })).json<Order>()
  expect(corrected).toMatchObject({ email: 'right@mail.example', receiptMail: 'waiting' })
  expect(corrected.link).not.toBe(refused.link)
  await sendDue()
  expect(await shop.get(id, clientId)).toMatchObject({ receiptMail: 'accepted', link: null })
  await app.services.shop.receipts.sendNotices()
  expect(server.mails.map(({ to }) => to)).toEqual([['right@mail.example']])
  expect((await app.get('/api/overview', app.bearer)).json()).toMatchObject({ mail: { lost: [] } })
})

test('the address of an accepted receipt, and the address of another browser’s order, can’t be changed by a buyer', async () => {
  const { id, clientId } = await buy('rudo@mail.example')
  const link = (await shop.get(id, clientId)).link ?? ''
  const other = shop.newClient()
  await shop.call(id, 'claim', other, { key: new URL(link).hash.replace('#key=', '') })
  expect((await shop.get(id, other)).state).toBe('paid')
  expect((await shop.call(id, 'email', other, { email: 'thief@mail.example' })).statusCode).toBe(404)
  await sendDue()
  const late = await shop.call(id, 'email', clientId, { email: 'other@mail.example' })
  expect([late.statusCode, late.json<Problem>().title]).toEqual([409, 'The address can’t be changed here'])
})

test('the receipt of an order is returned to browsers with access to it', async () => {
  const { id, clientId } = await buy('rudo@mail.example')
  const read = (client: string) => app.get(`/api/orders/${id}/receipt`, { 'client-id': client })
  const { number, html } = (await read(clientId)).json<{ number: number; html: string }>()
  expect(number).toBe((await shop.get(id, clientId)).receiptNumber)
  for (const words of ['$9.00', `/checkout/${id}#key=`]) expect(html).toContain(words)
  expect((await read(shop.newClient())).statusCode).toBe(404)
})
