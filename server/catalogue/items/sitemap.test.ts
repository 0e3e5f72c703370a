import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SITEMAP_ITEMS, type SitemapItem } from '#contracts/catalogue/sitemap.ts'
import { buildAuthorForm, buildBookForm } from '#tests/support/sample-files.ts'
import { shareEditions } from '#tests/support/share-editions.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const siteMap = async (kind: string, page = 1) => (await app.get(`/api/sitemap/${kind}?page=${page}`)).json<SitemapItem[]>()
const change = (path: string, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.sendForm('PATCH', path, form)
}

test('the date of an item in the sitemap changes when the item’s page changes, and not when the item is sold', async () => {
  const { id } = (await app.sendForm('POST', '/api/books', await buildBookForm({ author: 'Nobody' }))).json<{ id: string }>()
  const changedAt = async () => (await siteMap('books'))[0]?.updatedAt ?? ''
  const published = await changedAt()
  await app.services.orm.transaction((transaction) =>
    transaction.execute(sql`update books set units_sold = units_sold + 1 where id = ${id}`),
  )
  expect(await changedAt()).toBe(published)
  await change(`/api/books/${id}`, { slug: 'moved' })
  const moved = await changedAt()
  expect(moved > published).toBe(true)
  await change(`/api/books/${id}`, { title: 'Another title' })
  expect((await changedAt()) > moved).toBe(true)
})

test('the date of an author in the sitemap changes with the books on the author’s page', async () => {
  await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name: 'Chipo Moyo' }))
  const [before] = await siteMap('authors')
  const book = (await app.sendForm('POST', '/api/books', await buildBookForm({ author: 'chipo  moyo' }))).json<{ updatedAt: string }>()
  expect(await siteMap('authors')).toEqual([{ ...before, updatedAt: book.updatedAt }])
})

test('items that exceed the size of a sitemap file are split into several files, each item once', async () => {
  const count = 2 * SITEMAP_ITEMS + 500
  await app.services.orm.execute(sql`
    insert into books (id, title, author, description, price_minor, categories, cover_id)
    select 'copy-' || number, title || number, author, description, price_minor, categories, cover_id
    from (select * from books limit 1) as book, generate_series(1, ${count}) as number
  `)
  await shareEditions(app.services.database.pool, 'book')
  const total = await app.services.orm.$count(sql`books`)
  const pages = await Promise.all([1, 2, 3, 4].map((page) => siteMap('books', page)))
  expect(pages.map(({ length }) => length)).toEqual([SITEMAP_ITEMS, SITEMAP_ITEMS, total - 2 * SITEMAP_ITEMS, 0])
  expect(new Set(pages.flat().map(({ slug }) => slug)).size).toBe(total)
})

test('series are in the sitemap with the time of their latest change, as long as they have a public book', async () => {
  const publish = async (changes: Record<string, string>) =>
    (await app.sendForm('POST', '/api/books', await buildBookForm(changes))).json<{ id: string; updatedAt: string }>()
  await publish({ series: 'The Harvest', seriesNumber: '1' })
  const second = await publish({ series: 'The Harvest', seriesNumber: '2' })
  const only = await publish({ series: 'The River' })
  await publish({ series: 'Unseen', state: 'draft' })
  const response = await app.get('/api/sitemap/series')
  expect(response.headers['x-total-count']).toBe('2')
  expect(response.json()).toEqual([
    { slug: 'the-harvest', updatedAt: second.updatedAt },
    { slug: 'the-river', updatedAt: only.updatedAt },
  ])
  expect(await siteMap('series', 2)).toEqual([])
  await change(`/api/books/${only.id}`, { state: 'hidden' })
  expect((await siteMap('series')).map(({ slug }) => slug)).toEqual(['the-harvest'])
})
