import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable.ts'
import { requestOrigin } from '#server/platform/http/request-origin.ts'
import { createServer } from '#server/platform/http/server.ts'
import { notFound, unavailable } from '#server/platform/problems.ts'
import { rawGet } from '#tests/support/raw-get.ts'
import { cachedResponse } from './cached-response.ts'
import { createResponseCache } from './response-cache.ts'

const answerOf = (text: string) => cachedResponse({ headers: { 'content-type': 'text/plain' }, body: Buffer.from(text) })

/** Opens a server with one page that contains the number of its rendering, and with a version that the test increments. */
async function openServer(settings: { allowedOrigins?: string[]; trustProxy?: boolean } = {}) {
  const state = { version: 1, made: 0 }
  const answers = createResponseCache({ version: () => state.version })
  const options = { logLevel: 'silent', trustProxy: false, allowedOrigins: [], ...settings }
  const app = await createServer({ ...options, serveCached: answers.serveCached })
  app.get('/page', async (request, reply) => {
    const answer = await answers.obtain('/page', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      state.made += 1
      return answerOf(`made ${state.made} `.repeat(200))
    })
    return answers.send(request, reply, '/page', answer)
  })
  app.get('/origin', async (request, reply) => {
    const origin = requestOrigin(request, undefined)
    return answers.send(request, reply, origin, await answers.obtain(origin, () => Promise.resolve(answerOf(origin))))
  })
  const site = await app.listen({ host: '127.0.0.1', port: 0 })
  const address = `${site}/page`
  onTestFinished(() => app.close())
  const originFor = async (headers: Record<string, string>) => (await rawGet(`${site}/origin`, headers)).body.toString()
  return {
    state,
    originFor,
    site,
    memory: answers.requestKeyBytes,
    get: (headers?: Record<string, string>, method?: string, query = '') => rawGet(address + query, headers, method),
  }
}

test('concurrent requests share one response, and a new version causes another rendering', async () => {
  const { get, state } = await openServer()
  const answers = await Promise.all(Array.from({ length: 32 }, () => get()))
  expect(new Set(answers.map(({ body }) => body.toString())).size).toBe(1)
  expect(state.made).toBe(1)
  await get()
  expect(state.made).toBe(1)
  state.version = 2
  expect((await get()).body.toString()).toContain('made 2')
})

test('a browser that previews unpublished changes gets no cached response', async () => {
  const { get } = await openServer()
  await get()
  // The request id shows whether a response comes from a route, since cached responses have none.
  expect((await get()).headers['x-request-id']).toBeUndefined()
  expect((await get({ cookie: 'sitePreview=1.x' })).headers['x-request-id']).toBeDefined()
})

test('a response with data from another process is created again after its lifetime', async () => {
  const answers = createResponseCache({ version: () => 1, maxAgeMs: 30 })
  const texts = ['first', 'second', 'third']
  const obtain = () => answers.obtain('/page', async () => answerOf(texts.shift() ?? ''))
  const first = await obtain()
  expect(await obtain()).toBe(first)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(await obtain()).not.toBe(first)
})

test('the first response and later cached responses are equal, in every encoding', async () => {
  const { get } = await openServer()
  for (const [accepted, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['', (bytes: Buffer) => bytes],
  ] as const) {
    const [first, again] = [await get({ 'accept-encoding': accepted }), await get({ 'accept-encoding': accepted })]
    const { date: _first, 'x-request-id': _id, ...firstHeaders } = first.headers
    const { date: _again, ...againHeaders } = again.headers
    expect(againHeaders).toEqual(firstHeaders)
    expect(again.headers['x-content-type-options']).toBe('nosniff')
    expect(again.headers.vary).toBe('accept-encoding')
    expect(again.body).toEqual(first.body)
    expect(decode(again.body).toString()).toContain('made 1 made 1')
  }
})

test('every encoding of a response is correct, in any order of requests', async () => {
  const { get } = await openServer()
  const plain = async () => (await get({ 'accept-encoding': 'identity' })).body.toString()
  const packed = async () => brotliDecompressSync((await get({ 'accept-encoding': 'br' })).body).toString()
  const zipped = async () => gunzipSync((await get({ 'accept-encoding': 'gzip' })).body).toString()
  const texts: string[] = []
  for (const ask of [packed, plain, plain, zipped, plain, packed, zipped, plain]) texts.push(await ask())
  texts.push(...(await Promise.all([plain(), packed(), zipped(), plain()])))
  expect(new Set(texts)).toEqual(new Set(['made 1 '.repeat(200)]))
})

test('a client with the current ETag gets a 304 until the response changes', async () => {
  const { get, state } = await openServer()
  const etag = String((await get()).headers.etag)
  for (const tags of [etag, `W/"other", ${etag}`]) {
    const { status, headers, body } = await get({ 'if-none-match': tags })
    expect([status, headers.etag, headers['content-length'], body.length]).toEqual([304, etag, undefined, 0])
  }
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
  state.version = 2
  expect((await get({ 'if-none-match': etag })).status).toBe(200)
})

test('a request with another host, method or origin never gets the cached response to an earlier request', async () => {
  const { get } = await openServer({ allowedOrigins: ['https://shop.example'] })
  await get()
  await get()
  const foreign = await get({ origin: 'https://shop.example' })
  expect(foreign.headers['access-control-allow-origin']).toBe('https://shop.example')
  expect(foreign.headers.vary).toMatch(/origin.*accept-encoding/i)
  expect((await get()).headers['access-control-allow-origin']).toBeUndefined()
  expect((await get({ host: 'other.example' })).status).toBe(200)
  expect((await get({}, 'POST')).status).toBe(405)
})

test('a failed response is not cached', async () => {
  const answers = createResponseCache({ version: () => 1 })
  await expect(answers.obtain('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  const answer = answerOf('there')
  expect(await answers.obtain('/', () => Promise.resolve(answer))).toBe(answer)
})

test.each([
  ['version', 0],
  ['lifetime', 10],
])('the latest response is served when its successor is unavailable, whatever its %s', async (_, maxAgeMs) => {
  let version = 1
  const answers = createResponseCache({ version: () => version, maxAgeMs, servesLatest: true })
  const latest = await answers.obtain('/', async () => answerOf('latest'))
  version = 2
  await new Promise((resolve) => setTimeout(resolve, 30))
  const fail = (error: Error) => () => Promise.reject(error)
  expect(await answers.obtain('/', fail(new DatabaseUnavailableError('no connection')))).toBe(latest)
  expect(await answers.obtain('/', fail(unavailable('Too many requests right now', { retryAfterSeconds: 1 })))).toBe(latest)
  await expect(answers.obtain('/', fail(notFound('book')))).rejects.toThrow('Book not found')
  await expect(answers.obtain('/other', fail(new DatabaseUnavailableError('no connection')))).rejects.toThrow('no connection')
  const next = answerOf('next')
  expect(await answers.obtain('/', async () => next)).toBe(next)
})

const away = () => Promise.reject(new DatabaseUnavailableError('no connection'))

test('the latest response is not served once something was withdrawn after its creation began', async () => {
  let [version, withdrawn] = [1, 0]
  const answers = createResponseCache({ version: () => version, servesLatest: true, withdrawn: () => withdrawn })
  await answers.obtain('/list', async () => answerOf('with the item'))
  await answers.obtain('/item', async () => {
    withdrawn = 2
    return answerOf('read before the withdrawal')
  })
  version = 2
  for (const key of ['/list', '/item']) await expect(answers.obtain(key, away)).rejects.toThrow('no connection')
  const without = await answers.obtain('/list', async () => answerOf('without the item'))
  version = 3
  expect(await answers.obtain('/list', away)).toBe(without)
})

test('a response that something is gone replaces the latest response', async () => {
  let version = 1
  const answers = createResponseCache({ version: () => version, servesLatest: true })
  await answers.obtain('/oembed', async () => answerOf('an item'))
  const page = answers.begin('/item')
  page.done(answerOf('an item'))
  page.end()
  version = 2
  await expect(answers.obtain('/oembed', () => Promise.reject(notFound('book')))).rejects.toThrow('Book not found')
  const gone = { ...answerOf('Gone'), status: 410 }
  for (const key of ['/item', '/never-there']) {
    const rendering = answers.begin(key)
    rendering.gone(gone)
    rendering.end()
  }
  version = 3
  await expect(answers.obtain('/oembed', away)).rejects.toThrow('no connection')
  expect(answers.findLatest('/item')).toBe(gone)
  expect(answers.findLatest('/never-there')).toBeUndefined()
})

test('the latest response is served for a day after it was last current', async () => {
  let [version, now] = [1, 0]
  const hours = (count: number) => count * 3_600_000
  const answers = createResponseCache({ version: () => version, servesLatest: true, now: () => now })
  const latest = await answers.obtain('/', async () => answerOf('latest'))
  now = hours(100)
  expect(await answers.obtain('/', away)).toBe(latest)
  version = 2
  now = hours(123)
  expect(await answers.obtain('/', away)).toBe(latest)
  now = hours(125)
  await expect(answers.obtain('/', away)).rejects.toThrow('no connection')
})

test('a cache of texts never serves an outdated text after a change', async () => {
  let version = 1
  const answers = createResponseCache({ version: () => version })
  await answers.obtain('/', async () => answerOf('whole text of a free episode'))
  version = 2
  const busy = () => Promise.reject(unavailable('Too many texts are being read right now', { retryAfterSeconds: 1 }))
  await expect(answers.obtain('/', busy)).rejects.toThrow('Too many texts')
})

test('a response whose creation began before a change is not served after the change', async () => {
  let version = 1
  const answers = createResponseCache({ version: () => version })
  const making = answers.begin('/')
  version = 2
  making.done(answerOf('old'))
  making.end()
  expect(await answers.find('/')).toBeUndefined()
})

test('a response that takes too much memory is sent but not cached', async () => {
  const answers = createResponseCache({ version: () => 1 })
  const large = await answers.obtain('/all', () => Promise.resolve(answerOf('x'.repeat(9 * 1024 * 1024))))
  expect(large.bytes).toBe(9 * 1024 * 1024)
  expect(await answers.find('/all')).toBeUndefined()
})

test('requests with long or ever-changing URLs take at most a few megabytes of memory', async () => {
  const { get, state, memory } = await openServer()
  await get()
  const ask = async (length: number) => {
    for (let asked = 0; asked < 800; asked++) await get({}, 'GET', `?x=${String(asked).padStart(length, 'x')}`)
    return memory()
  }
  // URLs of 1,800 characters are stored and take memory; URLs of 9,000 characters are not stored.
  const before = await ask(1800)
  expect(before).toBeGreaterThan(1024 * 1024)
  expect(before).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(await ask(9000)).toBe(before)
  expect(state.made).toBe(1)
})

test('a response to a URL with a query is cached from the second request on, so that single requests evict nothing', async () => {
  const answers = createResponseCache({ version: () => 1 })
  const ask = (key: string) => answers.obtain(key, () => Promise.resolve(answerOf(key)))
  const isKept = async (key: string) => (await answers.find(key)) !== undefined
  await ask('/bookshop')
  await ask('/bookshop?q=house')
  expect([await isKept('/bookshop'), await isKept('/bookshop?q=house')]).toEqual([true, false])
  await ask('/bookshop?q=house')
  for (let noise = 0; noise < 30_000; noise++) await ask(`/bookshop?q=${noise}`)
  expect([await isKept('/bookshop'), await isKept('/bookshop?q=house'), await isKept('/bookshop?q=1')]).toEqual([true, true, false])
})

test('concurrent requests with a query string share one response, even on the first request', async () => {
  const answers = createResponseCache({ version: () => 1 })
  let made = 0
  const ask = () =>
    answers.obtain('/bookshop?q=house', async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return answerOf(`made ${++made}`)
    })
  const all = await Promise.all([ask(), ask(), ask()])
  expect([new Set(all).size, made]).toEqual([1, 1])
})

test('a response with a long cache key is sent but not cached', async () => {
  const answers = createResponseCache({ version: () => 1 })
  const key = `/list?q=${'x'.repeat(3000)}`
  expect((await answers.obtain(key, () => Promise.resolve(answerOf('there')))).bytes).toBe(5)
  expect(await answers.find(key)).toBeUndefined()
})

test('forwarded headers never cause a page of one host to be served on another', async () => {
  const { originFor, site } = await openServer({ trustProxy: true })
  const wanted: [Record<string, string>, string][] = [
    [{ 'x-forwarded-host': 'undefined' }, 'http://undefined'],
    [{}, site],
    [{ 'x-forwarded-proto': 'undefined' }, site],
    [{ 'x-forwarded-proto': 'gopher' }, site],
    [{ 'x-forwarded-proto': 'https', host: 'shop.example' }, 'https://shop.example'],
    [{ 'x-forwarded-host': 'shop.example', host: 'x' }, 'http://shop.example'],
    [{ 'x-forwarded-host': 'evil example/' }, site],
  ]
  for (let round = 0; round < 2; round++) for (const [headers, origin] of wanted) expect(await originFor(headers)).toBe(origin)
})

test('forwarded headers without a trusted proxy are ignored', async () => {
  const { originFor, site } = await openServer()
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  expect([await originFor(forwarded), await originFor({}), await originFor(forwarded)]).toEqual([site, site, site])
})
