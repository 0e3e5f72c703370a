import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { digestClient } from '#server/platform/digest.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const CLIENT = 'y'.repeat(32)
const change = (id: string, fields: Record<string, string>) => app.sendForm('PATCH', `/api/books/${id}`, toForm(fields))
const titles = async () => (await app.get('/api/books?sort=newest')).json<Book[]>().map(({ title }) => title)
const statusOf = async (idOrSlug: string) => (await app.get(`/api/books/${idOrSlug}`)).statusCode
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const execute = (text: string, values: unknown[]) => app.services.database.pool.query(text, values)

async function open(productId: string) {
  const payload = { productId, product: 'book', clientId: CLIENT, currency: 'USD', returnUrl: 'http://localhost/' }
  return app.app.inject({ method: 'POST', url: '/api/get-next-action', payload, headers: { host: 'localhost' } })
}

test('a scheduled book becomes public at its publication time, is then listed as the newest, and the audit log records the publication', async () => {
  const book = await storeBook(app.services, { title: 'In time' })
  await storeBook(app.services, { title: 'Added later' })
  await execute('update books set published_at = null where id = $1', [book.id])
  const scheduled = await change(book.id, { state: 'scheduled', publishAt: inAnHour() })
  expect(scheduled.json<Book>()).toMatchObject({ state: 'scheduled', publishedAt: null })
  await app.services.catalogue.books.publishDue()
  expect(await titles()).toEqual(['Added later'])
  await execute("update books set publish_at = now() - interval '1 second' where id = $1", [book.id])
  await app.services.catalogue.books.publishDue()
  expect(await titles()).toEqual(['In time', 'Added later'])
  expect((await app.get(`/api/media/${book.pdfUrl}`)).statusCode).toBe(200)
  const [entry] = (await app.get('/api/audit?noun=book&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry).toMatchObject({ verb: 'published', admin: null, subject: { id: book.id } })
  const [next] = await Promise.all([1, 2].map(() => app.services.catalogue.books.publishDue()))
  expect(next).toBeUndefined()
})

test.each([
  [{ state: 'scheduled' }, 'publishAt', 'Choose a date and a time.'],
  [{ state: 'scheduled', publishAt: '2020-01-01T00:00:00Z' }, 'publishAt', 'Choose a time in the future.'],
  [{ state: 'scheduled', publishAt: 'tomorrow' }, 'publishAt', 'Enter a date and a time, such as 2026-12-24T18:00.'],
  [{ state: 'sold out' }, 'state', expect.any(String)],
])('%j is refused', async (fields, field, message) => {
  const { id } = await storeBook(app.services)
  expect((await change(id, fields)).json<Problem>().errors).toEqual([{ field, message }])
})

test('a scheduled time without an offset is in the time zone of the shop, and books in other states have no scheduled time', async () => {
  const { id } = await storeBook(app.services)
  const year = new Date().getFullYear() + 1
  const scheduled = (await change(id, { state: 'scheduled', publishAt: `${year}-12-24T18:00` })).json<Book>()
  expect(scheduled.publishAt).toBe(`${year}-12-24T16:00:00.000Z`)
  expect((await change(id, { title: 'Renamed' })).json<Book>().publishAt).toBe(scheduled.publishAt)
  expect((await change(id, { state: 'draft' })).json<Book>()).toMatchObject({ state: 'draft', publishAt: null })
})

test.each(['withdrawn', 'bin'])('the buyers of a %s book keep access, and other visitors get 410 and can’t buy the book', async (state) => {
  const book = await storeBook(app.services, { price: 4 })
  await change(book.id, { slug: `kept-${state}` })
  await execute('insert into entitlements (id, client_digest, product, product_id) values ($1, $2, $3, $4)', [
    crypto.randomUUID(),
    digestClient(CLIENT),
    'book',
    book.id,
  ])
  if (state === 'bin') await app.send('DELETE', `/api/books/${book.id}`)
  else await change(book.id, { state })
  expect([await statusOf(`kept-${state}`), await statusOf(book.id)]).toEqual([410, 410])
  expect((await app.get(`/api/owned-items/books/${book.id}`, { 'client-id': CLIENT })).json<Book>()).toMatchObject({ id: book.id })
  expect((await app.get(`/api/owned-items/books/${book.id}`, { 'client-id': 'z'.repeat(32) })).statusCode).toBe(404)
  const opened = await open(book.id)
  expect(opened.json()).toMatchObject({ action: 'view' })
  expect(
    (await app.get(new URL(opened.json<{ url: string }>().url, 'http://localhost').href.replace('http://localhost', ''))).statusCode,
  ).toBe(200)
})

test('a restored book is unchanged, except that its slug is numbered when another book has taken it', async () => {
  const book = await storeBook(app.services, { title: 'Thrown away' })
  await change(book.id, { slug: 'thrown-away', state: 'hidden' })
  await app.send('DELETE', `/api/books/${book.id}`)
  const other = await storeBook(app.services)
  expect((await change(other.id, { slug: 'thrown-away' })).statusCode).toBe(200)
  const restored = await app.send('POST', `/api/admin/books/${book.id}/restore`)
  expect(restored.json<Book>()).toMatchObject({ state: 'hidden', slug: 'thrown-away-2', deletedAt: null })
  expect([await statusOf('thrown-away-2'), await statusOf(book.id)]).toEqual([200, 200])
})

test('books in the bin are deleted for good after 30 days, with their files', async () => {
  const [old, recent] = [await storeBook(app.services), await storeBook(app.services)]
  for (const { id } of [old, recent]) await app.send('DELETE', `/api/books/${id}`)
  await execute("update books set deleted_at = now() - interval '30 days 1 second' where id = $1", [old.id])
  await app.services.catalogue.books.emptyBin()
  const keys = await storedKeys(app.services)
  expect([keys.includes(old.pdfUrl), keys.includes(recent.pdfUrl)]).toEqual([false, true])
  expect((await app.get(`/api/admin/books/${old.id}`, app.bearer)).statusCode).toBe(404)
})

test('only a book in the bin is deleted for good', async () => {
  const { id } = await storeBook(app.services)
  expect((await app.send('DELETE', `/api/admin/books/${id}`)).statusCode).toBe(404)
  expect(await statusOf(id)).toBe(200)
})
