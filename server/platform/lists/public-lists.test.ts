// @module-tag full
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeCatalogue } from '#lab/bench/support/catalogue.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Number of items, which exceeds the limit of lists in memory. */
const ITEMS = 1100

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
  await storeCatalogue(site.services.database.pool, { books: ITEMS, episodes: ITEMS, authors: ITEMS })
  await site.services.catalogueVersion.refresh()
})
afterAll(() => site.close())

/** Returns the items of all pages of a list. */
async function readPages(path: string) {
  const items: unknown[] = []
  let total: unknown
  for (let next: string | undefined = path; next; ) {
    const answer = await site.get(next)
    expect(answer.statusCode).toBe(200)
    total = answer.headers['x-total-count']
    items.push(...(answer.json() as unknown[]))
    next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  return { items, total }
}

test.each([
  '/api/books',
  '/api/podcasts',
  '/api/authors',
  '/api/books?q=e',
  '/api/books?q=stone+gentle&excludeAuthor=nobody',
  '/api/authors?q=a',
])('%s is the whole list, equal to the concatenation of all its pages', async (path) => {
  const whole = await site.get(path)
  expect(whole.statusCode).toBe(200)
  const pages = await readPages(`${path}${path.includes('?') ? '&' : '?'}limit=100`)
  expect(whole.json()).toEqual(pages.items)
  expect(whole.headers['x-total-count']).toBe(pages.total)
  expect(whole.headers.link).toBeUndefined()
  expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(whole.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
})

test('a list requested without a limit has one ETag in compressed and plain form, and a request with that ETag gets a 304', async () => {
  const plain = await site.get('/api/books')
  const packed = await site.get('/api/books', { 'accept-encoding': 'gzip, deflate, br' })
  expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
  expect(packed.headers.etag).toBe(plain.headers.etag)
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  const known = await site.get('/api/books', { 'if-none-match': String(plain.headers.etag) })
  expect([known.statusCode, known.body, known.headers['x-total-count']]).toEqual([304, '', String(ITEMS)])
})

test('a list that starts after a cursor contains all further items, and its total counts all items of the list', async () => {
  const first = await site.get('/api/books?limit=50')
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? ''
  const rest = await site.get(`/api/books?cursor=${cursor}`)
  expect((first.json() as unknown[]).concat(rest.json())).toEqual((await site.get('/api/books')).json())
  expect(rest.headers['x-total-count']).toBe(String(ITEMS))
})

test('a list requested without a limit includes a change immediately', async () => {
  const before = await site.get('/api/books')
  const [book] = before.json() as { id: string }[]
  await site.services.catalogue.books.remove(String(book?.id))
  const after = await site.get('/api/books')
  expect(after.headers['x-total-count']).toBe(String(ITEMS - 1))
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.body).not.toContain(book?.id)
})

test('if a client requests many lists, some of its requests are refused, but no requests of other clients', async () => {
  const ask = (url: string, remoteAddress: string) => site.app.inject({ method: 'GET', url, remoteAddress })
  const greedy = Array.from({ length: 140 }, (_, number) => ask(`/api/authors?limit=1&q=nobody+${number}`, '192.0.2.1'))
  const other = await Promise.all([1, 2, 3].map((number) => ask(`/api/authors?limit=2&q=a&category=${number}`, '192.0.2.2')))
  expect(other.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const refused = (await Promise.all(greedy)).filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after']]).toEqual([503, '5'])
})
