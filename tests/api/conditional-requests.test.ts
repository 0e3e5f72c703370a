import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMadePages } from '#tests/support/made-pages.ts'
import { listPublicReads } from '#tests/support/public-reads.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Routes at the root of the site, which are not in the API description */
const FEEDS = ['/feed.xml', '/podcasts/feed.xml', '/podcasts/cover.jpg', '/opds', '/opds/books', '/opds/v2/books', '/opds/search.xml']
/** Headers that a 304 repeats (RFC 9110, section 15.4.5) */
const REPEATED = ['etag', 'cache-control', 'vary', 'content-location', 'expires']

let app: TestApp
let urls: string[]
beforeAll(async () => {
  app = await openTestApp()
  const content = Buffer.from(await (await buildPdf({ title: 'Conditional' })).arrayBuffer())
  const book = await storeBook(app.services, { content })
  await addMadePages(app.services, book.pdfUrl, ['one', 'two', 'three'])
  const episode = await storePodcast(app.services)
  const places = { key: book.pdfUrl, page: '2', part: '1', width: '480', format: 'avif', books: book.id, podcasts: episode.id }
  const reads = await listPublicReads(app, places)
  urls = [...reads.map(({ url }) => url), ...FEEDS, `/embed/podcasts/${episode.slug}`]
})
afterAll(() => app.close())

type Answer = { status: number; headers: Record<string, unknown>; body: string }

/** Sends each request twice and checks that the responses are equal, since the second response may come from a cache. */
async function ask(method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const send = async () => {
    const { statusCode, headers: all, body } = await app.app.inject({ method, url, headers: { 'accept-encoding': 'br', ...headers } })
    const { date: _date, 'x-request-id': _id, ...lasting } = all
    return { status: statusCode, headers: lasting, body }
  }
  const [first, again] = [await send(), await send()]
  expect(again, `${method} ${url}`).toEqual(first)
  return first
}

/** Calls `check` for every public route that responds with 200. */
async function forEachRead(check: (url: string, whole: Answer) => Promise<void>) {
  let checked = 0
  for (const url of urls) {
    await app.get(url, { 'accept-encoding': 'br' })
    const whole = await app.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br' } })
    if (whole.statusCode !== 200) continue
    checked += 1
    await check(url, { status: 200, headers: whole.headers, body: whole.body })
  }
  expect(checked).toBeGreaterThan(25)
}

test('HEAD has the status and headers of GET, also for a range, and no body', async () => {
  await forEachRead(async (url, whole) => {
    for (const headers of [{}, { range: 'bytes=0-0' }] as Record<string, string>[]) {
      const head = await ask('HEAD', url, headers)
      expect([head.status, head.body], url).toEqual([200, ''])
      for (const name of [...REPEATED, 'content-type', 'content-length'])
        if (head.headers[name] !== undefined) expect([url, name, head.headers[name]]).toEqual([url, name, whole.headers[name]])
      expect(head.headers.etag, url).toBe(whole.headers.etag)
    }
  })
})

test('GET and HEAD with the ETag of a current copy respond with 304 and the headers of the full response, but without Content-Length', async () => {
  await forEachRead(async (url, whole) => {
    const { etag } = whole.headers
    const expected = Object.fromEntries(REPEATED.map((name) => [name, whole.headers[name]]))
    for (const method of ['GET', 'HEAD'] as const) {
      if (etag === undefined) continue
      for (const tag of [String(etag), `"other", ${etag}`, `W/${String(etag).replace('W/', '')}`, '*']) {
        const answer = await ask(method, url, { 'if-none-match': tag, 'if-modified-since': new Date(0).toUTCString() })
        const label = `${method} ${url} ${tag}`
        expect([answer.status, answer.body, answer.headers['content-length']], label).toEqual([304, '', undefined])
        expect(Object.fromEntries(REPEATED.map((name) => [name, answer.headers[name]])), label).toEqual(expected)
      }
      const other = await ask(method, url, { 'if-none-match': '"other"', 'if-modified-since': new Date().toUTCString() })
      expect(other.status, url).toBe(200)
    }
    if (whole.headers['last-modified'] === undefined) return
    for (const method of ['GET', 'HEAD'] as const) {
      const since = await ask(method, url, { 'if-modified-since': String(whole.headers['last-modified']) })
      expect([since.status, since.headers['content-length']], url).toEqual([304, undefined])
    }
  })
})

test('scripts of other sites may read every response that other sites may embed and that caches may store', async () => {
  await forEachRead(async (url, { headers }) => {
    const isForEveryone =
      headers['cross-origin-resource-policy'] === 'cross-origin' && String(headers['cache-control']).startsWith('public')
    expect([url, headers['access-control-allow-origin']]).toEqual([url, isForEveryone ? '*' : undefined])
  })
})

test('a request with an unsupported method on a known path gets the allowed methods, and an unknown path gets 404', async () => {
  for (const url of urls) {
    const [path = ''] = url.split('?')
    const answer = await app.app.inject({ method: 'PROPFIND' as 'GET', url: path, headers: app.bearer })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 405, 'method_not_allowed'])
    expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']))
  }
  for (const path of ['/api/none', '/api/books/x/y', '/api/media', '/apis'])
    for (const method of ['DELETE', 'OPTIONS'] as const) {
      const answer = await app.app.inject({ method, url: path, headers: app.bearer })
      expect([path, answer.statusCode, answer.headers.allow]).toEqual([path, 404, undefined])
    }
  const { headers } = await app.app.inject({ method: 'PUT', url: '/api/books', headers: app.bearer })
  expect(headers.allow).toBe('GET, HEAD, POST')
})
