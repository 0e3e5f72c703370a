// @module-tag full
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { LoginResponse } from '#contracts/admin/admin.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { createBuyers } from '#tests/support/buyers.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'

let s3: Awaited<ReturnType<typeof startS3Server>>
let mail: SmtpServer
const model = createModelGateway()
/** Two nodes that share a database and a bucket, but not a data folder */
let one: TestApp
let other: TestApp
beforeAll(async () => {
  s3 = await startS3Server()
  mail = await openSmtpServer()
  const settings = {
    ...(await s3.makeBucketSettings()),
    SIGNING_KEYS: '0123456789abcdef'.repeat(2),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Lectern <hello@lectern.example>',
  }
  const options = { gateways: [model.gateway], alert: () => undefined }
  one = await openTestApp(settings, options)
  other = await openTestNode(one, settings, options)
})
afterAll(async () => {
  await other.close()
  await one.close()
  await Promise.all([s3.stop(), mail.close()])
})

afterEach(() => vi.restoreAllMocks())

const newClient = () => randomBytes(24).toString('base64url')
const post = (node: TestApp, url: string, payload: object, headers: Record<string, string> = {}) => node.send('POST', url, payload, headers)

test('a session created at one node is valid at the other, and signing out at either node revokes it on both', async () => {
  const { email, password } = one.admin
  const { token } = (await post(one, '/api/login', { email, password })).json<LoginResponse>()
  const bearer = { authorization: `Bearer ${token}` }
  expect((await other.get('/api/admins', bearer)).statusCode).toBe(200)
  expect((await other.send('POST', '/api/logout', undefined, bearer)).statusCode).toBe(204)
  expect((await one.get('/api/admins', bearer)).statusCode).toBe(401)
})

test('an email code requested at one node is accepted by the other node', async () => {
  const clientId = newClient()
  const admin = { firstname: 'Ben', lastname: 'Banda', email: 'ben@lectern.example', password: 'a long enough password' }
  await one.services.admin.admins.add(admin)
  expect((await post(one, '/api/password-reset/codes', { email: admin.email, clientId })).statusCode).toBe(204)
  await expect.poll(() => mail.mails.length).toBe(1)
  const [, code] = /^Subject: (\d{8}) /m.exec(mail.mails[0]?.content ?? '') ?? []
  const password = 'rains of another March'
  expect((await post(other, '/api/password-reset', { email: admin.email, clientId, code, password })).statusCode).toBe(204)
  expect((await post(one, '/api/login', { email: admin.email, password })).statusCode).toBe(200)
})

test('a rate limit counts the requests to both nodes together', async () => {
  const request = { email: 'nobody@example.com', clientId: newClient() }
  const statuses: number[] = []
  for (const node of [one, other, one, other, one, other, one])
    statuses.push((await post(node, '/api/purchases/codes', request)).statusCode)
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429, 429])
})

test('an order created at one node is paid and opened at the other node', async () => {
  const [here, there] = [createBuyers(one, model), createBuyers(other, model)]
  const book = await storeBook(one.services, { price: 4.5, content: Buffer.from('what was bought') })
  const clientId = newClient()
  const { id, payment } = await here.begin(clientId, { productId: book.id })
  payment.state = 'paid'
  await there.call(id, 'check', clientId)
  expect((await there.get(id, clientId)).state).toBe('paid')
  expect((await here.get(id, clientId)).state).toBe('paid')
  const { action, url = '' } = await there.ask(clientId, { productId: book.id })
  expect(action).toBe('view')
  // The URL was signed by one node and is opened at the other node.
  expect((await one.get(url)).body).toBe('what was bought')
})

test('both nodes accept the parts of an upload alternately, and either node accepts the form', async () => {
  const pdf = Buffer.from(await (await buildPdf({ pages: 30 })).arrayBuffer())
  const headers = { ...one.bearer, 'tus-resumable': '1.0.0' }
  const metadata = `field ${btoa('pdf')},filename ${btoa('book.pdf')}`
  const created = await one.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { ...headers, 'upload-length': String(pdf.length), 'upload-metadata': metadata },
  })
  const id = String(created.headers.location).split('/').at(-1) ?? ''
  const url = `/api/uploads/${id}`
  const step = Math.ceil(pdf.length / 5)
  for (let at = 0, node = other; at < pdf.length; at += step, node = node === one ? other : one) {
    const head = await node.app.inject({ method: 'HEAD', url, headers })
    expect(head.headers['upload-offset']).toBe(String(at))
    const response = await node.app.inject({
      method: 'PATCH',
      url,
      headers: { ...headers, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
      payload: pdf.subarray(at, at + step),
    })
    expect(response.statusCode, response.body).toBe(204)
  }

  const listed = async (node: TestApp) => (await node.get('/api/books')).json<Book[]>().map(({ title }) => title)
  expect(await listed(one)).not.toContain('Written in two places')
  const form = await buildBookForm({ pdf: undefined, pdfUpload: id, title: 'Written in two places' })
  const published = await other.sendForm('POST', '/api/books', form)
  expect(published.statusCode, published.body).toBe(201)
  const { pdfUrl } = published.json<Book>()
  await expect.poll(() => listed(one)).toContain('Written in two places')
  expect((await one.get(`/api/media/${pdfUrl}`)).rawPayload.equals(pdf)).toBe(true)
  expect((await one.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
})

test('an expired upload in the bucket is removed by any node', async () => {
  const headers = { ...one.bearer, 'tus-resumable': '1.0.0', 'upload-length': '100', 'upload-metadata': `field ${btoa('pdf')}` }
  expect((await one.app.inject({ method: 'POST', url: '/api/uploads', headers })).statusCode).toBe(201)
  expect(await other.services.uploads.sweep()).toBe(0)
  const tomorrow = Date.now() + 25 * 3_600_000
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow)
  expect(await other.services.uploads.sweep()).toBe(1)
})
