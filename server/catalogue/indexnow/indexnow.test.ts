import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { buildAuthorForm, buildBookForm } from '#tests/support/sample-files.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'
import { indexNowUrls } from './indexnow.schema.ts'

const KEY = '0123456789abcdef-KEY'

/** Requests received by the stand-in for the IndexNow service, which search engines share. */
const received: { host: string; key: string; keyLocation: string; urlList: string[] }[] = []
let answer: number | 'none' = 200
const service = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (answer === 'none') return request.destroy()
  received.push(JSON.parse(Buffer.concat(chunks).toString()))
  response.writeHead(answer).end()
})

/** Time by which the test's clock is ahead of the database's clock, so that new notifications are due in the test */
const AHEAD_MS = 1000
let aheadMs = AHEAD_MS
const now = () => new Date(Date.now() + aheadMs)
let app: TestApp
let settings: Record<string, string>
const alerts: Record<string, unknown>[] = []
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  settings = { PUBLIC_URL: 'https://shop.example', INDEXNOW_KEY: KEY, INDEXNOW_ENDPOINT: `http://127.0.0.1:${port}/indexnow` }
  app = await openTestApp(settings, { now, alert: (details) => alerts.push(details) })
})
afterAll(async () => {
  await app.close()
  service.close()
})
beforeEach(() => {
  aheadMs = AHEAD_MS
  answer = 200
  received.length = 0
  alerts.length = 0
})
afterEach(async () => void (await app.services.orm.delete(indexNowUrls)))

const send = (node = app) => node.services.catalogue.sendIndexNow()
const publish = async (title: string) => (await app.sendForm('POST', '/api/books', await buildBookForm({ title }))).json<Book>()
const change = (id: string, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.sendForm('PATCH', `/api/books/${id}`, form)
}
const waitHours = (hours: number) => {
  aheadMs += hours * 3_600_000
}

test('search engines are notified of published, changed, moved and deleted items, each page once', async () => {
  const { id } = await publish('Seed')
  await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name: 'Chipo Moyo' }))
  await send()
  expect(received).toEqual([
    {
      host: 'shop.example',
      key: KEY,
      keyLocation: `https://shop.example/${KEY}.txt`,
      urlList: ['https://shop.example/books/seed', 'https://shop.example/authors/chipo-moyo'],
    },
  ])
  await change(id, { title: 'Seed and Soil' })
  await change(id, { slug: 'seed-and-soil' })
  await send()
  expect(received[1]?.urlList).toEqual(['https://shop.example/books/seed', 'https://shop.example/books/seed-and-soil'])
  await app.send('DELETE', `/api/books/${id}`)
  await send()
  expect(received[2]?.urlList.toSorted()).toEqual(['https://shop.example/books/seed', 'https://shop.example/books/seed-and-soil'])
  await send()
  expect(received).toHaveLength(3)
})

test('the IndexNow key is served at the URL that notifications contain', async () => {
  const response = await app.get(`/${KEY}.txt`)
  expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([200, 'text/plain; charset=utf-8', KEY])
  expect((await app.get('/another-key.txt')).statusCode).toBe(404)
})

test.each([[429], [503], [403], ['none']] as const)(
  'publishing succeeds while the IndexNow service responds with %s, and the notification is sent later',
  { tags: ['full'] },
  async (failure) => {
    answer = failure
    const { slug } = await publish('Patience')
    await send()
    expect(alerts).toEqual([{ reason: expect.any(String), pages: 1, dropped: 0 }])
    expect(JSON.stringify(alerts)).not.toContain(KEY)
    received.length = 0
    answer = 200
    await send()
    expect(received).toEqual([])
    waitHours(0.02)
    await send()
    expect(received.map(({ urlList }) => urlList)).toEqual([[`https://shop.example/books/${slug}`]])
  },
)

test('the waits between notification attempts grow, and the notification is dropped after days of failures', async () => {
  answer = 503
  await publish('Long outage')
  for (let hour = 0; hour < 24 * 10; hour++) {
    await send()
    waitHours(1)
  }
  expect(received).toHaveLength(18)
  expect(alerts.at(-1)).toMatchObject({ dropped: 1 })
})

test('notifications that a crashed instance recorded are sent by another instance', async () => {
  const { slug } = await publish('Left behind')
  const node = await openTestNode(app, settings, { now })
  await send(node)
  await node.close()
  expect(received[0]?.urlList).toEqual([`https://shop.example/books/${slug}`])
})

test('no notification is sent for a refused change', async () => {
  expect((await app.sendForm('POST', '/api/books', await buildBookForm({ title: '' }))).statusCode).toBe(400)
  await send()
  expect(received).toEqual([])
})

test('without an IndexNow key, no notification is recorded and no key file is served', async () => {
  const quiet = await openTestApp()
  await quiet.sendForm('POST', '/api/books', await buildBookForm())
  expect(await quiet.services.orm.$count(indexNowUrls)).toBe(0)
  expect((await quiet.get('/.txt')).statusCode).toBe(404)
  await quiet.close()
})
