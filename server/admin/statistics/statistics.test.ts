import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ItemStatistics, Statistics } from '#contracts/admin/statistics.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import fc from '#tests/support/property-testing.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, openTestNode, type TestApp } from '#tests/support/test-app.ts'
import { createCounter, type DayCount } from './counter.ts'
import { createCountsStore } from './counts.store.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const NOON = new Date('2026-11-22T10:00:00Z')

let now = NOON
let app: TestApp
let book: Book
let port: number
beforeAll(async () => {
  app = await openTestApp({}, { now: () => now })
  // Route that stands in for the pages of the site.
  app.app.get('/books/:slug', { schema: { hide: true }, config: { bound: { constant: 'a page' } } }, async (_, reply) =>
    reply.type('text/html').send('<!doctype html>'),
  )
  book = (await app.sendForm('POST', '/api/books', await buildBookForm({ title: 'Sow in Season' }))).json<Book>()
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(() => app.close())
beforeEach(async () => {
  now = NOON
  await app.services.admin.statistics.flush()
  await app.services.orm.execute(sql`truncate item_counts, item_counts_by_month, referrer_hosts`)
})

const report = (kind: string, id: string, query: string, userAgent = PHONE) =>
  app.app.inject({ method: 'POST', url: `/api/statistics/${kind}/${id}?${query}`, headers: { 'user-agent': userAgent } })
const statistics = async (query = '') => {
  await app.services.admin.statistics.flush()
  const response = await app.get(`/api/admin/statistics${query}`, app.bearer)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Statistics>()
}
const day = (count: Partial<DayCount>): DayCount => ({
  day: '2026-11-22',
  kind: 'book',
  item: book.id,
  event: 'viewed',
  source: 'none',
  count: 1,
  ...count,
})
const add = (...counts: Partial<DayCount>[]) => storeOf(app).add(counts.map(day))
const storeOf = ({ services: { orm, catalogue } }: TestApp, hostsADay?: number) =>
  createCountsStore(orm, {
    findItemIds: catalogue.findItemIds,
    ...(hostsADay && { hostsADay }),
  })

/** Requests a page as a browser does. */
async function visit(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ port, path, method, headers: { 'user-agent': PHONE, ...headers } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
}

describe('statistics', () => {
  test('statistics count each page view by a person with its referrer host, and ignore robots', async () => {
    await visit(`/books/${book.slug}`)
    await visit(`/books/${book.slug}?utm_source=x`, { referer: 'https://www.google.com/search?q=seed' })
    await visit(`/books/${book.slug}`, { referer: `http://localhost:${port}/bookshop`, host: `localhost:${port}` })
    await visit(`/books/${book.slug}`, {}, 'HEAD')
    await visit(`/books/${book.slug}`, { 'sec-purpose': 'prefetch' })
    await visit(`/books/${book.slug}`, { 'user-agent': 'Googlebot/2.1' })
    await visit('/books/never-there')
    const { total, sources, items } = await statistics()
    expect(total).toEqual({ viewed: 3, opened: 0, previewed: 0, finished: 0, listenedSeconds: 0, bought: 0 })
    expect(sources).toEqual(['google.com', 'none', 'site'].map((source) => ({ source, viewed: 1 })))
    expect(items.map(({ id, title, viewed }) => [id, title, viewed])).toEqual([[book.id, 'Sow in Season', 3]])
  })

  test('statistics count events reported by viewer and player, and ignore robots', async () => {
    const podcast = await storePodcast(app.services)
    for (const event of ['opened', 'previewed', 'finished', 'viewed'])
      expect((await report('book', book.id, `event=${event}`)).statusCode).toBe(204)
    await report('podcast', podcast.id, 'event=opened')
    await report('podcast', podcast.id, 'event=listened&seconds=300')
    await report('podcast', podcast.id, 'event=listened&seconds=61')
    await report('book', book.id, 'event=opened', 'curl/8.0')
    await report('book', 'never-there', 'event=opened')
    const { total, sources, items } = await statistics('?sort=listenedSeconds')
    expect(total).toMatchObject({ viewed: 1, opened: 2, previewed: 1, finished: 1, listenedSeconds: 361 })
    expect(sources).toEqual([{ source: 'site', viewed: 1 }])
    expect(items.map(({ id, listenedSeconds }) => [id, listenedSeconds])).toEqual([
      [podcast.id, 361],
      [book.id, 0],
    ])
  })

  test.each(['event=bought', 'event=listened&seconds=601', 'event=listened&seconds=-5', ''])(
    'an event report with %s is refused',
    async (query) => {
      expect((await report('book', book.id, query)).statusCode).toBe(400)
    },
  )

  test('statistics limit page views and events per network', async () => {
    await Promise.all(Array.from({ length: 90 }, () => visit(`/books/${book.slug}`)))
    for (let time = 0; time < 90; time++) await report('book', book.id, 'event=finished')
    const { total } = await statistics()
    // Fewer than 60 views may be counted, since other tests used part of the hourly limit.
    expect(total.viewed).toBeLessThanOrEqual(60)
    expect(total.finished).toBeLessThanOrEqual(60)
    expect(total.finished).toBeGreaterThan(50)
  })

  test('statistics count by day in the shop’s time zone', async () => {
    now = new Date('2026-11-22T21:59:00Z')
    await report('book', book.id, 'event=previewed')
    now = new Date('2026-11-22T22:01:00Z')
    await report('book', book.id, 'event=previewed')
    const { times, unit } = await statistics()
    expect([unit, times.map(({ time, previewed }) => [time, previewed])]).toEqual([
      'day',
      [
        ['2026-11-22', 1],
        ['2026-11-23', 1],
      ],
    ])
  })

  test('statistics count a limited number of hosts per day separately, and sum the others', async () => {
    const few = storeOf(app, 3)
    const from = (hosts: string[]) => hosts.map((source) => day({ source }))
    await few.add(from(['a.example', 'b.example']))
    await few.add(from(['b.example', 'c.example', 'd.example', 'e.example', 'none']))
    await few.add(from(['d.example', 'a.example']))
    const { sources } = await statistics()
    expect(Object.fromEntries(sources.map(({ source, viewed }) => [source, viewed]))).toEqual({
      'a.example': 2,
      'b.example': 2,
      'c.example': 1,
      none: 1,
      others: 3,
    })
  })
})

test('batches of counts from two instances add up, regardless of the order of batches and of the counts in each batch', async () => {
  const node = await openTestNode(app, {})
  const other = await storeBook(app.services, { title: 'Other' })
  const events = fc.array(
    fc.record({
      node: fc.nat(1),
      item: fc.constantFrom(book.id, book.slug, other.id),
      source: fc.constantFrom('none', 'a.example', 'b.example'),
      flush: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  await fc.assert(
    fc.asyncProperty(events, async (list) => {
      await app.services.orm.execute(sql`truncate item_counts`)
      const counters = [app, node].map((each) => createCounter({ store: storeOf(each).add, shopTime, now: () => now }))
      const flushes: Promise<void>[] = []
      for (const { flush, item, source, ...each } of list) {
        const counter = counters[each.node]
        counter?.count({ kind: 'book', item, event: 'viewed', source })
        if (flush && counter) flushes.push(counter.flush())
      }
      await Promise.all([...flushes, ...counters.map((counter) => counter.flush())])
      const expected: Record<string, number> = {}
      for (const { item, source } of list) {
        const key = `${item === other.id ? 'Other' : 'Sow in Season'} ${source}`
        expected[key] = (expected[key] ?? 0) + 1
      }
      const { rows } = await app.services.orm.execute<{ key: string; count: number }>(sql`
        select title || ' ' || source as key, count::int from item_counts join books on books.id = item_id
      `)
      expect(Object.fromEntries(rows.map(({ key, count }) => [key, count]))).toEqual(expected)
    }),
    { numRuns: 25 },
  )
  await node.close()
})

describe('a report', () => {
  test('a statistics report without counts is empty', async () => {
    expect(await statistics()).toMatchObject({ from: null, times: [], items: [], sources: [] })
  })

  test('a statistics report includes deleted items, and can be limited to one kind', async () => {
    const gone = await storeBook(app.services, { title: 'Gone' })
    await add({ item: gone.id, count: 7 })
    await app.services.catalogue.books.deleteForGood(gone.id)
    expect((await statistics()).items).toMatchObject([{ id: gone.id, title: null, viewed: 7 }])
    expect(await statistics('?kind=podcast')).toMatchObject({ items: [], times: [], total: { viewed: 0 } })
  })

  test('a statistics report as CSV contains no formulas that a spreadsheet would run', async () => {
    const risky = await storeBook(app.services, { title: '=HYPERLINK("x")' })
    await add({ item: risky.id, day: '2026-10-31', count: 2 }, { item: risky.id, event: 'opened' })
    await app.services.admin.statistics.flush()
    const response = await app.get('/api/admin/statistics.csv?from=2026-01-01', app.bearer)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = parse(response.body, { bom: true, columns: true }) as Record<string, string>[]
    expect(rows.map(({ day, title, opened, ...row }) => [day, title, row['page views'], opened])).toEqual([
      ['2026-10-31', `'=HYPERLINK("x")`, '2', '0'],
      ['2026-11-22', `'=HYPERLINK("x")`, '0', '1'],
    ])
  })

  test('a statistics report requires an administrator', async () => {
    for (const path of ['', '.csv', `/book/${book.id}`]) expect((await app.get(`/api/admin/statistics${path}`)).statusCode).toBe(401)
  })
})

test('statistics of days more than 13 months ago are summed by month without loss', async () => {
  const sources = Array.from({ length: 30 }, (_, number) => ({ source: `host-${number}.example`, day: '2025-09-10', count: number + 1 }))
  await add({ day: '2025-10-01', count: 5 }, { day: '2025-09-30', count: 3 }, { day: '2025-09-01', count: 4 }, ...sources)
  await add({ day: '2025-09-02', event: 'opened', count: 9 })
  await app.services.admin.statistics.sumPastMonths()
  await app.services.admin.statistics.sumPastMonths()
  const { rows } = await app.services.orm.execute(sql`select count(*)::int as days from item_counts`)
  expect(rows).toEqual([{ days: 1 }])
  const { unit, total, times, sources: shown } = await statistics()
  expect(unit).toBe('month')
  expect(total).toMatchObject({ viewed: 12 + 465, opened: 9 })
  expect(times.map(({ time, viewed, opened }) => [time, viewed, opened])).toEqual([
    ['2025-09', 472, 9],
    ['2025-10', 5, 0],
  ])
  // The twenty most frequent sources are stored per item and month.
  expect(shown).toHaveLength(20)
  const parts = await app.services.orm.execute<{ count: number }>(sql`
    select count(*)::int as count from item_counts_by_month where event = 'viewed'
  `)
  expect(parts.rows).toEqual([{ count: 21 }])
  // A late count for a day whose counts are already summed is added to the count of the month.
  await add({ day: '2025-09-15', event: 'opened' })
  await app.services.admin.statistics.sumPastMonths()
  expect((await statistics()).total.opened).toBe(10)
})

test('statistics in memory are stored when the server stops', async () => {
  const node = await openTestNode(app, {}, { now: () => NOON })
  await node.app.inject({
    method: 'POST',
    url: `/api/statistics/book/${book.id}?event=opened`,
    headers: { 'user-agent': PHONE },
  })
  await node.close()
  expect((await statistics()).total.opened).toBe(1)
})

// The test of sales runs last, since orders can't be deleted.
test('a statistics report includes the sales of the same days, and sales that were refunded later', async () => {
  const sell = (paidAt: string, state: 'paid' | 'refunded' = 'paid') =>
    storeOrder(app.services.orm, { productId: book.id, attempts: [{ state, paidAt: new Date(paidAt) }] })
  await add({ day: '2026-11-20', count: 40 }, { day: '2026-11-22', count: 10 })
  await sell('2026-11-19T10:00:00Z')
  await sell('2026-11-20T22:30:00Z')
  await sell('2026-11-20T22:30:00Z', 'refunded')
  const { from, total, times } = await statistics()
  // Sales before the first count are excluded, so the report starts with the first count.
  expect(from).toBe('2026-11-20')
  expect(total).toMatchObject({ viewed: 50, bought: 2 })
  expect(times.map(({ time, viewed, bought }) => [time, viewed, bought])).toEqual([
    ['2026-11-20', 40, 0],
    ['2026-11-21', 0, 2],
    ['2026-11-22', 10, 0],
  ])
  const one = (await app.get(`/api/admin/statistics/book/${book.id}?from=2026-11-22`, app.bearer)).json<ItemStatistics>()
  expect(one).toMatchObject({ title: 'Sow in Season', total: { viewed: 10, bought: 0 } })
  expect((await app.get('/api/admin/statistics/book/never-there', app.bearer)).statusCode).toBe(404)
})
