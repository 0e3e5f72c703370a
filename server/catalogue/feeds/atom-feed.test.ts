import { XMLValidator } from 'fast-xml-parser'
import Parser from 'rss-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import { shareEditions } from '#tests/support/share-editions.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ PUBLIC_URL: 'https://books.example' })
})
afterAll(() => app.close())

async function readPage(path: string) {
  const response = await app.get(path)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(XMLValidator.validate(response.body)).toBe(true)
  const [, next] = /<link rel="next"[^>]*href="https:\/\/books\.example([^"]*)"/.exec(response.body) ?? []
  return { items: (await new Parser().parseString(response.body)).items, next: next?.replaceAll('&amp;', '&') }
}

test('the Atom feed lists books, episodes and authors in pages, newest first', async () => {
  await storeBook(app.services, { title: 'First book' })
  await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name: 'New author' }))
  await storePodcast(app.services, { title: 'New episode' })
  const { items } = await readPage('/feed.xml')
  expect(items.map(({ title }) => title)).toEqual(['New episode (episode, Free)', 'New author (author)', 'First book (book, Free)'])
  const [book] = (await app.services.catalogue.books.list({ limit: 1 })).items
  expect(items[2]?.link).toBe(`https://books.example/books/${book?.slug}`)

  await app.services.database.pool.query(
    `insert into books (id, title, author, description, price_minor, categories, cover_id)
     select '7fffffff-0000-7000-8000-' || lpad(number::text, 12, '0'), title || number, author, description, 0, categories, cover_id
     from books, generate_series(1, 60) as number`,
  )
  await shareEditions(app.services.database.pool, 'book')
  await app.services.database.orm.transaction(app.services.catalogueVersion.increment)
  await app.services.catalogueVersion.refresh()
  const found: (string | undefined)[] = []
  for (let next: string | undefined = '/feed.xml'; next; ) {
    const page = await readPage(next)
    found.push(...page.items.map(({ id }) => id))
    next = page.next
  }
  expect([found.length, new Set(found).size]).toEqual([63, 63])
})

test('a conditional request for an unchanged Atom feed returns 304', async () => {
  const { headers } = await app.get('/feed.xml')
  expect((await app.get('/feed.xml', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await app.get('/feed.xml', { 'if-modified-since': String(headers['last-modified']) })).statusCode).toBe(304)
})
