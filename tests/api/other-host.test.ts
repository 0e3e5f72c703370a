import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import { entitle } from '#tests/support/entitle.ts'
import { openPaynowDouble, type PaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/* The API runs on another host than the pages: pages at PAGES call the API at API. The API is behind a proxy that adds a path prefix. */
const PAGES = 'https://books.example'
const API = 'https://api.books.example/v1'
const HOST = { host: 'api.books.example', origin: PAGES }

let paynow: PaynowDouble
let app: TestApp
let ids: { book: string; podcast: string }
const clientId = 'c'.repeat(32)
beforeAll(async () => {
  paynow = await openPaynowDouble()
  const { USD } = paynow.integrations
  app = await openTestApp({
    PUBLIC_URL: PAGES,
    PUBLIC_API_URL: API,
    ALLOWED_ORIGINS: PAGES,
    PAYNOW_URL: paynow.url,
    PAYNOW_USD_ID: USD.id,
    PAYNOW_USD_KEY: USD.key,
  })
  const [book, podcast] = [await storeBook(app.services, { price: 4.5 }), await storePodcast(app.services, { price: 2 })]
  await storeBook(app.services)
  await storePodcast(app.services)
  ids = { book: book.id, podcast: podcast.id }
})
afterAll(async () => {
  await paynow.close()
  await app.close()
})

const next = async (product: 'book' | 'podcast', at = app, headers: Record<string, string> = HOST) => {
  const body = { productId: ids[product], clientId, product, currency: 'USD', returnUrl: `${PAGES}/bookshop` }
  return (await at.send('POST', '/api/get-next-action', body, headers)).json<NextActionResponse>()
}

test('an owned item opens at the API host, and the checkout opens at the host of the pages', async () => {
  const { action } = await next('podcast')
  expect(action).toMatch(new RegExp(`^${PAGES}/checkout/`))
  await entitle(app.services, { clientId, product: 'book', productId: ids.book })
  const { url = '' } = await next('book')
  expect(url).toMatch(new RegExp(`^${API}/media/\\w+\\.pdf\\?grant=`))
  expect((await app.get(url.replace(API, '/api'), HOST)).statusCode).toBe(200)
})

test('Paynow sends its notifications to the API host and the buyer to the host of the pages', async () => {
  const order = new URL((await next('podcast')).action).pathname.replace('/checkout/', '')
  const form = { gateway: 'paynow', method: 'web', email: 'rudo@reader.example' }
  const { statusCode } = await app.send('POST', `/api/orders/${order}/payments`, form, { ...HOST, 'client-id': clientId })
  expect(statusCode).toBe(200)
  expect(paynow.payments.at(-1)?.fields).toMatchObject({
    resulturl: `${API}/gateways/paynow/result`,
    returnurl: expect.stringMatching(new RegExp(`^${PAGES}/checkout/${order}\\?back=paid&key=[\\w.~-]+$`)),
  })
})

test('no response contains an API URL at the host of the pages', async () => {
  await entitle(app.services, { clientId, product: 'podcast', productId: ids.podcast })
  await app.send('POST', '/api/personal-feed', undefined, { ...HOST, 'client-id': clientId })
  const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  const gets = Object.entries(paths).flatMap(([path, methods]) => (methods.get ? [path] : []))
  const kinds = { books: ids.book, podcasts: ids.podcast }
  const filled = gets.map((path) =>
    path.replace(/^(\/api\/(books|podcasts)\/)\{id\}/, (_all, start, kind: keyof typeof kinds) => start + kinds[kind]),
  )
  const outside = [
    '/feed.xml',
    '/podcasts/feed.xml',
    '/opds',
    '/opds/books',
    '/opds/v2',
    '/opds/v2/books',
    `/oembed?url=${PAGES}/podcasts/${ids.podcast}`,
  ]
  const { feed } = (await app.get('/api/personal-feed', { ...HOST, 'client-id': clientId })).json<{ feed: { url: string } }>()
  expect(feed.url).toMatch(new RegExp(`^${API}/personal-feed.xml`))
  const read: string[] = []
  for (const url of [...filled, ...outside, `/embed/podcasts/${ids.podcast}`, feed.url.replace(API, '/api')]) {
    const { body, statusCode, headers } = await app.get(url, { ...HOST, ...app.bearer, 'client-id': clientId })
    if (statusCode !== 200 || !/json|xml|html/.test(String(headers['content-type']))) continue
    read.push(url)
    expect(body.match(/.{0,40}(books\.example|")\/api\/.{0,20}/g), url).toBeNull()
  }
  expect(read.length).toBeGreaterThan(15)
})

describe('pages of another origin that call the API', () => {
  test('pages of another origin may use every method of every API route', async () => {
    const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
    const used = new Set(Object.values(paths).flatMap((methods) => Object.keys(methods).map((method) => method.toUpperCase())))
    used.delete('OPTIONS')
    expect(used).toContain('PUT')
    const asking = { ...HOST, 'access-control-request-method': 'PUT' }
    const { headers } = await app.app.inject({ method: 'OPTIONS', url: `/api/reading-places/${ids.book}`, headers: asking })
    const allowed = String(headers['access-control-allow-methods']).split(', ')
    expect([...used].filter((method) => !allowed.includes(method))).toEqual([])
    expect(allowed).not.toContain('OPTIONS')
  })

  test('pages of another origin receive the API’s cookies with SameSite=None, which requires TLS', async () => {
    const [cookie] = (await app.send('POST', '/api/get-client-id', undefined, HOST)).cookies
    expect(cookie).toMatchObject({ name: '__Host-clientID', sameSite: 'None', secure: true, httpOnly: true })
    const [device] = (await app.send('POST', '/api/login', { email: app.admin.email, password: app.admin.password }, HOST)).cookies
    expect(device).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true })
  })
})

test('with PUBLIC_URL among the allowed origins and no PUBLIC_API_URL, URLs use the host of the API request', async () => {
  const own = await openTestApp({ PUBLIC_URL: 'http://127.0.0.1:13941', ALLOWED_ORIGINS: 'http://127.0.0.1:13941' })
  const book = await storeBook(own.services)
  const body = { productId: book.id, clientId, product: 'book', currency: 'USD', returnUrl: 'http://127.0.0.1:13941/bookshop' }
  const ask = async (host: string) => (await own.send('POST', '/api/get-next-action', body, { host })).json<NextActionResponse>().url
  const urls = [await ask('localhost:3941'), await ask('127.0.0.1:13941')]
  await own.close()
  expect(urls).toEqual([`http://localhost:3941/api/media/${book.pdfUrl}`, `/api/media/${book.pdfUrl}`])
})
