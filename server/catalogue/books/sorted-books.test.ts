import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('books are listed in pages, by sales or with sort=newest by age; an unknown order is refused', async () => {
  const titles = ['First', 'Second', 'Third']
  for (const title of titles) await storeBook(app.services, { title })
  await app.services.database.pool.query("update books set units_sold = 5 where title = 'First'")
  const list = async (query: string) => (await app.get(`/api/books${query}`)).json<Book[]>().map(({ title }) => title)
  expect(await list('')).toEqual(['First', 'Third', 'Second'])
  expect(await list('?sort=newest')).toEqual(['Third', 'Second', 'First'])
  const page = await app.get('/api/books?sort=newest&limit=2')
  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(page.headers.link)) ?? []
  expect((await app.get(next)).json<Book[]>().map(({ title }) => title)).toEqual(['First'])
  expect((await app.get('/api/books?sort=lowest')).statusCode).toBe(400)
})

test.each([
  ['title', ['Émile', 'First', 'Second', 'Third']],
  ['oldest', ['First', 'Second', 'Third', 'Émile']],
  ['cheapest', ['Second', 'Third', 'First', 'Émile']],
  ['dearest', ['Émile', 'First', 'Third', 'Second']],
])('books are listed by %s, page by page, and by price', async (sort, titles) => {
  if (sort === 'title') await storeBook(app.services, { title: 'Émile' })
  const prices = { Émile: 900, First: 500, Second: 0, Third: 450 }
  for (const [title, price] of Object.entries(prices))
    await app.services.database.pool.query('update books set price_minor = $2 where title = $1', [title, price])
  const listed: string[] = []
  for (let url = `/api/books?sort=${sort}&limit=1`; url; ) {
    const { headers, body } = await app.get(url)
    listed.push(...(JSON.parse(body) as Book[]).map(({ title }) => title))
    url = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? ''
  }
  expect(listed).toEqual(titles)
  const count = async (price: string) => (await app.get(`/api/books?sort=${sort}&price=${price}`)).json<Book[]>().length
  expect([await count('free'), await count('paid')]).toEqual([1, 3])
})

test('matches of a search are listed in the chosen order, page by page, with the same total as without an order', async () => {
  const titles = ['Lamp of the year', 'A lamp', 'The lampe', 'Bread']
  for (const title of titles) await storeBook(app.services, { title, description: 'Words.' })
  const prices = { 'Lamp of the year': 300, 'A lamp': 100, 'The lampe': 200, Bread: 0 }
  for (const [title, price] of Object.entries(prices))
    await app.services.database.pool.query('update books set price_minor = $2 where title = $1', [title, price])
  async function list(query: string) {
    const listed: string[] = []
    let total: unknown
    for (let url = `/api/books?q=lamp&limit=1${query}`; url; ) {
      const { headers, body } = await app.get(url)
      total = headers['x-total-count']
      listed.push(...(JSON.parse(body) as Book[]).map(({ title }) => title))
      url = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1] ?? ''
    }
    return { listed, total }
  }
  const cheapest = await list('&sort=cheapest')
  expect(cheapest).toEqual({ listed: ['A lamp', 'The lampe', 'Lamp of the year'], total: '3' })
  expect((await list('&sort=dearest')).listed).toEqual(cheapest.listed.toReversed())
  const byRelevance = await list('')
  expect(byRelevance.total).toBe('3')
  expect(byRelevance.listed.toSorted()).toEqual(cheapest.listed.toSorted())
})
