import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { BULK_ITEMS, type BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { buildBookForm, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Stores books that share the files of the first. */
async function storeBooks(count: number): Promise<Book[]> {
  const { id } = await storeBook(app.services, { title: 'Book 1', price: 4 })
  const { rows } = await app.services.database.pool.query<{ id: string }>(
    `insert into books (id, title, author, description, price_minor, categories, cover_id, pdf_id)
     select gen_random_uuid(), 'Book ' || number, author, description, price_minor, categories, cover_id, pdf_id
     from books, generate_series(2, $2::int) number where id = $1 returning id`,
    [id, count],
  )
  return Promise.all([id, ...rows.map((row) => row.id)].map((stored) => app.services.catalogue.books.get(stored)))
}
const change = (items: object[], path = '/api/books') => app.send('POST', `${path}/changes`, { items })
const revert = (action: string | null, path = '/api/books') => app.send('POST', `${path}/changes/${action}/revert`)
const book = async ({ id }: { id: string }) => (await app.get(`/api/books/${id}`)).json<Book>()
const latestEntry = async () => (await app.get('/api/audit?limit=1', app.bearer)).json<AuditEntry[]>()[0]
const version = () => app.services.catalogueVersion.current()

test('200 prices are changed in one action and reverted in one', async () => {
  const books = await storeBooks(200)
  const before = version()
  const response = await change(books.map(({ id, updatedAt }, at) => ({ id, updatedAt, price: `${at + 5},50` })))
  expect(response.statusCode, response.body).toBe(200)
  const { action, changed } = response.json<BulkOutcome>()
  expect(changed).toHaveLength(200)
  expect(version()).toBe(before + 1)
  expect(await book(books[199] as Book)).toMatchObject({
    price: 204.5,
    updatedAt: changed.find(({ id }) => id === books[199]?.id)?.updatedAt,
  })

  const entry = await latestEntry()
  expect(entry).toMatchObject({
    id: action,
    noun: 'book',
    verb: 'changed',
    subject: { id: null, name: '200 books' },
    admin: { name: 'Ada Admin' },
  })
  expect(entry?.changes).toHaveLength(200)
  expect(entry?.changes).toContainEqual({ field: 'price', from: '4.00', to: '5.50', item: { id: books[0]?.id, name: 'Book 1' } })

  const reverted = await revert(action)
  expect(reverted.json<BulkOutcome>().changed).toHaveLength(200)
  expect(version()).toBe(before + 2)
  expect((await book(books[199] as Book)).price).toBe(4)
  expect(await latestEntry()).toMatchObject({ verb: 'reverted', subject: { id: action, name: '200 books' } })
  expect((await revert(action)).statusCode).toBe(409)
  const again = await revert(reverted.json<BulkOutcome>().action)
  expect(again.statusCode, again.body).toBe(200)
  expect((await book(books[199] as Book)).price).toBe(204.5)
})

test('categories are changed and reverted, also long ones', async () => {
  const [one, two] = await storeBooks(2)
  const categories = Array.from({ length: 20 }, (_, number) => `A long name of a category, number ${number}`.replace(',', ''))
  const { action } = (await change([one, two].map((stored) => ({ id: stored?.id, categories })))).json<BulkOutcome>()
  expect((await book(two as Book)).categories).toEqual(categories)
  expect((await revert(action)).statusCode).toBe(200)
  expect((await book(two as Book)).categories).toEqual(['Teen Coaching'])
})

test('one item that was changed or deleted meanwhile refuses the whole action', async () => {
  const [one, two] = (await storeBooks(2)) as [Book, Book]
  await app.sendForm('PATCH', `/api/books/${two.id}`, toForm({ title: 'Newer' }))
  const items = [one, two].map(({ id, updatedAt }) => ({ id, updatedAt, price: '9' }))
  const response = await change(items)
  expect(response.statusCode).toBe(409)
  expect(response.json<Problem>().detail).toContain('“Newer”')
  expect((await book(one)).price).toBe(4)
  expect((await change([...items, { id: 'none', price: '9' }])).statusCode).toBe(409)
})

test('reverting skips items that were changed again or deleted, and refuses an action of another kind', async () => {
  const titles = ['Book 1', 'Book 2', 'Book 3']
  const books = (await Promise.all(titles.map((title) => storeBook(app.services, { title, price: 4 })))) as [Book, Book, Book]
  const { action } = (await change(books.map(({ id }) => ({ id, price: 7 })))).json<BulkOutcome>()
  await app.sendForm('PATCH', `/api/books/${books[0].id}`, toForm({ price: '8' }))
  await app.send('DELETE', `/api/books/${books[1].id}`)
  const outcome = (await revert(action)).json<BulkOutcome>()
  expect(outcome).toMatchObject({ changed: [{ id: books[2].id }], skipped: ['Book 1', 'Book 2'] })
  expect([(await book(books[0])).price, (await book(books[2])).price]).toEqual([8, 4])
  expect((await revert(action, '/api/podcasts')).statusCode).toBe(404)
  expect((await revert('none')).statusCode).toBe(404)
})

test('unchanged values are no action, and too many, repeated or invalid items are refused', async () => {
  const [stored] = (await storeBooks(1)) as [Book]
  const { id } = stored
  expect((await change([{ id, price: '4.00' }])).json<BulkOutcome>()).toEqual({ action: null, changed: [], skipped: [] })
  expect((await book(stored)).updatedAt).toBe(stored.updatedAt)
  const refused = [
    [],
    [{ id, price: '1.250' }],
    [{ id, categories: [] }],
    [{ id }, { id }],
    Array.from({ length: BULK_ITEMS + 1 }, (_, number) => ({ id: `${number}` })),
  ]
  for (const items of refused) expect((await change(items)).statusCode).toBe(400)
  expect((await app.send('POST', '/api/books/changes', { items: [{ id, price: 1 }] }, {})).statusCode).toBe(401)
})

test('a free book that gets a price is no longer public, and has a preview', async () => {
  const published = await app.sendForm(
    'POST',
    '/api/books',
    await buildBookForm({ price: '0', pdf: await buildPdf({ pages: 5, title: 'Free' }) }),
  )
  const { id, pdfUrl } = published.json<Book>()
  const { action } = (await change([{ id, price: '3' }])).json<BulkOutcome>()
  expect((await app.get(`/api/media/${pdfUrl}`)).statusCode).toBe(403)
  const { previewUrl } = await book({ id })
  expect((await app.get(`/api/media/${previewUrl}`)).statusCode).toBe(200)
  await revert(action)
  expect((await app.get(`/api/media/${pdfUrl}`)).statusCode).toBe(200)
  await change([{ id, price: '3' }])
  expect((await book({ id })).previewUrl).toBe(previewUrl)
})

test('prices and categories of episodes are changed, if the shop has the categories', async () => {
  const { id } = await storePodcast(app.services, { price: 2 })
  const response = await change([{ id, price: 0, categories: 'Teen Coaching' }], '/api/podcasts')
  expect(response.statusCode, response.body).toBe(200)
  expect((await app.get(`/api/podcasts/${id}`)).json()).toMatchObject({ price: 0, categories: ['Teen Coaching'] })
  expect((await change([{ id, categories: 'Unknown' }], '/api/podcasts')).statusCode).toBe(400)
})
