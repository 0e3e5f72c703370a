import { globSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { buildAuthorForm, buildBookForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { itemSlugs } from './item-slugs.schema.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const send = async (changes: Record<string, string>) => app.sendForm('POST', '/api/books', await buildBookForm(changes))
const publish = async (title: string, changes: Record<string, string> = {}) => (await send({ title, ...changes })).json<Book>()
const bySlug = (slug: string) => app.get(`/api/books/${slug}`)
const idOf = async (slug: string) => (await bySlug(slug)).json<Book>().id
const change = (id: string, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return app.sendForm('PATCH', `/api/books/${id}`, form)
}

test('a book is found by a slug generated from its title, and by its id', async () => {
  const book = await publish('L’été de Chipo')
  expect(book.slug).toBe('lete-de-chipo')
  expect((await bySlug(book.slug)).json()).toEqual(book)
  expect((await bySlug(book.id)).json()).toEqual(book)
  expect((await bySlug('never-there')).statusCode).toBe(404)
})

test('books with the same title get numbered slugs, also when they are published concurrently', async () => {
  const books = await Promise.all(Array.from({ length: 4 }, () => publish('Twins')))
  expect(books.map(({ slug }) => slug).sort()).toEqual(['twins', 'twins-2', 'twins-3', 'twins-4'])
  for (const { id, slug } of books) expect(await idOf(slug)).toBe(id)
})

test.each(['999999', '1000000', '2147483647', '99999999999999999999'])(
  'a slug that ends in %s doesn’t affect the numbering of slugs',
  { tags: ['full'] },
  async (number) => {
    const title = `Psalm of ${number.length} and ${number.slice(0, 2)}`
    const { slug } = await publish(title)
    await publish(title, { slug: `${slug}-${number}` })
    const books = [await publish(title), await publish(title), await publish(title)]
    expect(books.map((book) => book.slug)).toEqual([2, 3, 4].map((next) => `${slug}-${next}`))
  },
)

test('a book whose numbered slugs are all taken gets a slug with the end of its id', async () => {
  await publish('Often')
  await app.services.database.pool.query(
    `insert into item_slugs (kind, slug, is_current) select 'book', 'often-' || n, false from generate_series(2, 9999) n`,
  )
  const book = await publish('Often')
  expect(book.slug).toBe(`book-${book.id.slice(-12)}`)
})

test('a title without any letters or digits gets a slug with the end of the book’s id, and is found by its id as well', async () => {
  const book = await publish('📖 …')
  expect(book.slug).toBe(`book-${book.id.slice(-12)}`)
  expect(await idOf(book.id)).toBe(book.id)
})

test('a changed title keeps the slug; after the slug changes, the old URL still works, and no other book gets the old slug', async () => {
  const { id } = await publish('First name')
  expect((await change(id, { title: 'Second name' })).json<Book>().slug).toBe('first-name')
  expect((await change(id, { slug: 'Second-Name' })).json<Book>().slug).toBe('second-name')
  expect((await bySlug('first-name')).json<Book>()).toMatchObject({ id, slug: 'second-name' })
  expect((await publish('First name')).slug).toBe('first-name-2')
  const [entry] = (await app.get('/api/audit?noun=book&limit=2', app.bearer)).json<AuditEntry[]>().filter(({ verb }) => verb === 'changed')
  expect(entry?.changes).toEqual([{ field: 'slug', from: 'first-name', to: 'second-name' }])
  // The book returns to its first slug.
  expect((await change(id, { slug: 'first-name' })).json<Book>().slug).toBe('first-name')
  expect((await bySlug('second-name')).json<Book>()).toMatchObject({ id, slug: 'first-name' })
})

test('a slug that another book has or had is refused, and the book stays unchanged', async () => {
  const one = await publish('Taken')
  await change(one.id, { slug: 'taken-now' })
  const two = await publish('Other')
  for (const slug of ['taken', 'taken-now']) {
    const refused = await change(two.id, { slug, title: 'Changed with it' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json<Problem>().errors).toEqual([{ field: 'slug', message: expect.stringContaining('another book') }])
    expect((await send({ title: 'New', slug })).statusCode).toBe(400)
  }
  expect(await (await bySlug('other')).json()).toEqual(two)
})

test.each(['書', '!', 'a:b', 'x'.repeat(81)])('the slug “%s” is refused', async (slug) => {
  expect((await send({ title: 'Named', slug })).json<Problem>().errors?.map(({ field }) => field)).toEqual(['slug'])
})

test('the URL of a deleted book returns 410, until another book takes the slug', async () => {
  const { id } = await publish('Short-lived')
  await change(id, { slug: 'renamed' })
  await app.send('DELETE', `/api/books/${id}`)
  for (const slug of ['short-lived', 'renamed']) {
    const answer = await bySlug(slug)
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([410, 'gone'])
  }
  const anew = await publish('Short-lived')
  expect([anew.slug, await idOf('short-lived')]).toEqual(['short-lived', anew.id])
})

test('books and authors may have the same slug', async () => {
  await publish('Same Name')
  const author = await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name: 'Same Name' }))
  expect(author.json()).toMatchObject({ slug: 'same-name' })
  expect((await app.get('/api/authors/same-name')).json()).toEqual(author.json())
})

test('a book published before slugs existed is found by its id, and gets a slug', async () => {
  const { orm } = app.services.database
  const { id } = await publish('Older')
  await orm.delete(itemSlugs).where(eq(itemSlugs.itemId, id))
  expect((await bySlug(id)).json<Book>().slug).toBe(id)
  // Missing slugs are added by two instances at the same time.
  const { signal } = new AbortController()
  await Promise.all([app.services.catalogue.books.addMissingSlugs(signal), app.services.catalogue.books.addMissingSlugs(signal)])
  expect((await bySlug(id)).json<Book>().slug).toBe('older')
})

describe('slugs with the form of an id', () => {
  /** Stores a slug as earlier versions did. */
  async function storeSlug(kind: 'book' | 'author', slug: string, itemId: string) {
    const { orm } = app.services.database
    await orm.update(itemSlugs).set({ isCurrent: false }).where(eq(itemSlugs.itemId, itemId))
    await orm.insert(itemSlugs).values({ kind, slug, itemId, isCurrent: true })
  }
  const addAuthor = async (name: string) =>
    (await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name }))).json<{ id: string; slug: string }>()

  test.each(['books', 'podcasts', 'authors'])('the id of another item is refused as slug in %s', async (path) => {
    const form = new FormData()
    form.set('slug', (await publish('Original')).id.toUpperCase())
    const refused = await app.sendForm('PATCH', `/api/${path}/${(await publish('Other')).id}`, form)
    expect(refused.json<Problem>().errors).toEqual([{ field: 'slug', message: expect.stringContaining('looks like the id') }])
  })

  test('URLs with an id lead to the item of this id, even if an earlier version stored the id as slug of another item', async () => {
    const [book, other] = [await publish('Paid original'), await publish('Another')]
    const [author, namesake] = [await addAuthor('Author of the id'), await addAuthor('Other author')]
    await storeSlug('book', book.id, other.id)
    await storeSlug('author', author.id, namesake.id)
    expect(await idOf(book.id)).toBe(book.id)
    expect((await app.get(`/api/admin/books/${book.id}`, app.bearer)).json()).toMatchObject({ id: book.id })
    expect((await app.get(`/api/authors/${author.id}`)).json()).toMatchObject({ id: author.id })
  })

  test('the migration removes slugs that are ids of items, keeps others as former slugs, and the startup adds slugs from the titles', async () => {
    const [book, other, third] = [await publish('Kept original'), await publish('With a foreign id'), await publish('With a made id')]
    const made = '019aa4b2-0000-7000-8000-000000000001'
    await storeSlug('book', book.id, other.id)
    await storeSlug('book', made, third.id)
    const [migration = ''] = globSync('server/platform/database/migrations/*_slugs-without-ids.sql')
    for (const statement of readFileSync(migration, 'utf8').split('--> statement-breakpoint'))
      await app.services.database.pool.query(statement)
    await app.services.catalogue.books.addMissingSlugs(new AbortController().signal)
    expect((await bySlug(other.id)).json<Book>().slug).toBe('with-a-foreign-id')
    expect((await bySlug(made)).json<Book>()).toMatchObject({ id: third.id, slug: 'with-a-made-id' })
  })
})
