import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { Collections } from '#contracts/site/collections.ts'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { buildBookForm, toForm } from '#tests/support/sample-files.ts'
import { publishSections } from '#tests/support/site-sections.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { responseCache, siteContent: content } = app.services
  await servePages(app.app, { pages: loadBuiltPages(), responseCache, content, serviceWorker: 'on' })
})
afterAll(() => app?.close())

const publish = async (title: string) => (await app.sendForm('POST', '/api/books', await buildBookForm({ title }))).json<Book>()
const titlesOf = (html: string) => [...html.matchAll(/<h3[^>]*><a [^>]*>([^<]+)<\/a><\/h3>/g)].map(([, title]) => title)
const whole = { 'user-agent': 'Googlebot' }

test('a collection lists its public books in the order of the owner, also after the address of one has changed', async () => {
  const [one, two, three] = [await publish('Book One'), await publish('Book Two'), await publish('Book Three')]
  const books = [three.slug, one.slug, 'no-such-book', two.slug]
  await publishSections(app, {
    collections: [{ title: 'For the road', slug: 'for-the-road', summary: 'Read on a bus.', text: 'A long text.', books }],
  })

  const page = await app.get('/collections/for-the-road', whole)
  expect(page.statusCode).toBe(200)
  expect(titlesOf(page.body)).toEqual(['Book Three', 'Book One', 'Book Two'])
  expect(page.body).toContain('Read on a bus.')
  expect((await app.get('/bookshop', whole)).body).toContain('href="/collections/for-the-road"')
  expect((await app.get('/bookshop?q=one', whole)).body).not.toContain('href="/collections/for-the-road"')
  expect((await app.get('/sitemap/pages.xml')).body).toContain('/collections/for-the-road<')

  await app.sendForm('PATCH', `/api/books/${three.id}`, toForm({ slug: 'another-address' }))
  await app.sendForm('PATCH', `/api/books/${one.id}`, toForm({ state: 'hidden' }))
  expect(titlesOf((await app.get('/collections/for-the-road', whole)).body)).toEqual(['Book Two', 'Book Three'])
})

test('a collection that does not exist is a missing page', async () => {
  expect((await app.get('/collections/nothing', whole)).statusCode).toBe(404)
})

test('collections have an address of their own and at least one book, and take the whole address of a book', () => {
  const collection = { title: 'For two', slug: 'for-two', summary: 'Before the wedding.', books: ['https://books.example/books/A-House'] }
  expect(Collections.parse([collection])[0]?.books).toEqual(['a-house'])
  const messages = (value: unknown) => Collections.safeParse(value).error?.issues.map(({ message }) => message)
  expect(messages([collection, collection])).toEqual(['Two collections have the same address.'])
  expect(messages([{ ...collection, books: [] }])).toEqual(['Choose at least one book.'])
})
