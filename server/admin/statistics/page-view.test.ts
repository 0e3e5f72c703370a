import { describe, expect, test } from 'vitest'
import { isRobot, readPageView, readSource } from './page-view.ts'

const CHROME = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const OPERA_MINI = 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; en) Presto/2.12.423 Version/12.16'
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const view = { method: 'GET', url: '/books/sow-in-season', status: 200, headers: { host: 'shop.example', 'user-agent': CHROME } }
const withHeaders = (headers: Record<string, string>) => readPageView({ ...view, headers: { ...view.headers, ...headers } })

describe('a page view', () => {
  test.each([
    ['/books/sow-in-season', 'book', 'sow-in-season'],
    ['/podcasts/Finish?utm_source=x', 'podcast', 'finish'],
    ['/authors/tapiwa-gumbo', 'author', 'tapiwa-gumbo'],
  ])('a page view of %s is counted for a %s', (url, kind, item) => {
    expect(readPageView({ ...view, url })).toEqual({ kind, item, event: 'viewed', source: 'none' })
  })

  test('a page view is counted for a 304 response', () => {
    expect(readPageView({ ...view, status: 304 })).toBeDefined()
  })

  test.each([
    ['another page', { url: '/bookshop' }],
    ['a list of the API', { url: '/api/books/sow-in-season' }],
    ['a feed', { url: '/podcasts/feed.xml' }],
    ['what is below an item', { url: '/books/sow-in-season/cover' }],
    ['a HEAD request', { method: 'HEAD' }],
    ['a redirect', { status: 308 }],
    ['a page that is gone', { status: 410 }],
    ['a page that could not be made', { status: 503 }],
  ])('a page view is not counted for %s', (_, change) => {
    expect(readPageView({ ...view, ...change })).toBeUndefined()
  })

  test.each([
    ['fetched ahead', { 'sec-purpose': 'prefetch' }],
    ['rendered ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['fetched ahead by an older browser', { purpose: 'prefetch' }],
    ['fetched ahead by Firefox', { 'x-moz': 'prefetch' }],
    ['fetched by a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
    ['put into a frame', { 'sec-fetch-dest': 'iframe' }],
    ['asked for by a robot', { 'user-agent': GOOGLE }],
    ['asked for by a chat that shows a card', { 'user-agent': 'WhatsApp/2.23.20.0 A' }],
    ['asked for by a nameless program', { 'user-agent': '' }],
  ])('a page view is not counted when the page was %s', (_, headers) => {
    expect(withHeaders(headers as Record<string, string>)).toBeUndefined()
  })

  test('a page view is counted for a document, and for a navigation that a service worker fetches', () => {
    expect(withHeaders({ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })).toBeDefined()
    expect(withHeaders({ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' })).toBeDefined()
  })
})

test('browsers common in Zimbabwe are not classified as robots', () => {
  expect([CHROME, OPERA_MINI].map(isRobot)).toEqual([false, false])
  expect(isRobot('x'.repeat(501))).toBe(true)
})

test.each([
  ['https://www.Google.com/search?q=secret', 'google.com'],
  ['http://l.facebook.com/l.php?u=x', 'facebook.com'],
  ['https://m.facebook.com/', 'facebook.com'],
  ['https://m.zw/', 'm.zw'],
  ['android-app://org.telegram.messenger/', 'org.telegram.messenger'],
  ['https://shop.example/bookshop?q=x', 'site'],
  ['https://shop.example:8443/', 'shop.example'],
  ['https://10.0.0.7/intranet', 'none'],
  ['http://localhost:3000/', 'none'],
  ['https://user:pass@news.example/x', 'news.example'],
  ['javascript:alert(1)', 'none'],
  ['not a url', 'none'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'none'],
  [undefined, 'none'],
])('the referrer %s is stored as %s', (referrer, source) => {
  expect(readSource(referrer, [undefined, 'shop.example'])).toBe(source)
})
