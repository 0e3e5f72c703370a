import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { BULK_ITEMS, type BulkOutcome } from '#contracts/catalogue/bulk-change.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { digestClient } from '#server/platform/digest.ts'
import { buildBookForm, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { shareEditions } from '#tests/support/share-editions.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Stores books that share the files of the first book. */
async function storeBooks(count: number): Promise<Book[]> {
  const { id } = await storeBook(app.services, { title: 'Book 1', price: 4 })
  const { rows } = await app.services.database.pool.query<{ id: string }>(
    `insert into books (id, title, author, description, price_minor, categories, cover_id)
     select gen_random_uuid(), 'Book ' || number, author, description, price_minor, categories, cover_id
     from books, generate_series(2, $2::int) number where id = $1 returning id`,
    [id, count],
  )
  await shareEditions(app.services.database.pool, 'book')
  return Promise.all([id, ...rows.map((row) => row.id)].map((stored) => app.services.catalogue.books.get(stored)))
}
const change = (items: object[], path = '/api/books') => app.send('POST', `${path}/changes`, { items })
const revert = (action: string | null, path = '/api/books') => app.send('POST', `${path}/changes/${action}/revert`)
const book = async ({ id }: { id: string }) => (await app.get(`/api/books/${id}`)).json<Book>()
const latestEntry = async () => (await app.get('/api/audit?limit=1', app.bearer)).json<AuditEntry[]>()[0]
const version = () => app.services.catalogueVersion.current()

test('200 prices are changed in one action and reverted in another action', async () => {
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

test('changing prices and reverting them waits for locks that another transaction holds for longer than requests of visitors wait', async () => {
  const books = await storeBooks(3)
  const { action } = (await change(books.map(({ id }) => ({ id, price: 7 })))).json<BulkOutcome>()
  const holder = await app.services.database.longWork.connect()
  const whileHeld = async (statement: string, work: () => Promise<{ statusCode: number; body: string }>) => {
    await holder.query(`begin; ${statement}`)
    const response = work()
    await holder.query('select pg_sleep(2.5); commit')
    return (await response).statusCode
  }
  const version = 'update catalogue_version set version = version + 1'
  const rows = 'select id from books for update'
  const media = `select pg_advisory_xact_lock(${LOCKS.media}::bigint)`
  expect(await whileHeld(version, () => revert(action))).toBe(200)
  expect(await whileHeld(rows, () => change(books.map(({ id }) => ({ id, price: 8 }))))).toBe(200)
  expect(await whileHeld(media, () => change(books.map(({ id }) => ({ id, price: 9 }))))).toBe(200)
  holder.release()
})

test('categories are changed in bulk and reverted, even if the list of categories is long', async () => {
  const [one, two] = await storeBooks(2)
  const categories = Array.from({ length: 20 }, (_, number) => `A long name of a category, number ${number}`.replace(',', ''))
  const { action } = (await change([one, two].map((stored) => ({ id: stored?.id, categories })))).json<BulkOutcome>()
  expect((await book(two as Book)).categories).toEqual(categories)
  expect((await revert(action)).statusCode).toBe(200)
  expect((await book(two as Book)).categories).toEqual(['Teen Coaching'])
})

test('a bulk action is refused as a whole when one of its items was changed or deleted in the meantime', async () => {
  const [one, two] = (await storeBooks(2)) as [Book, Book]
  await app.sendForm('PATCH', `/api/books/${two.id}`, toForm({ title: 'Newer' }))
  const items = [one, two].map(({ id, updatedAt }) => ({ id, updatedAt, price: '9' }))
  const response = await change(items)
  expect(response.statusCode).toBe(409)
  expect(response.json<Problem>().detail).toContain('“Newer”')
  expect((await book(one)).price).toBe(4)
  expect((await change([...items, { id: 'none', price: '9' }])).statusCode).toBe(409)
})

test('reverting an action skips items that were changed again or deleted, and refuses an action of another kind', async () => {
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

test('a bulk action that changes no value is not recorded, and a bulk action with too many, repeated or invalid items is refused', async () => {
  const [stored] = (await storeBooks(1)) as [Book]
  const { id } = stored
  expect((await change([{ id, price: '4.00' }])).json<BulkOutcome>()).toEqual({ action: null, changed: [], skipped: [] })
  expect((await book(stored)).updatedAt).toBe(stored.updatedAt)
  const refused = [
    [],
    [{ id, price: '1.250' }],
    [{ id, categories: [] }],
    [{ id, state: 'sold out' }],
    [{ id, deleted: 'yes' }],
    [{ id }, { id }],
    Array.from({ length: BULK_ITEMS + 1 }, (_, number) => ({ id: `${number}` })),
  ]
  for (const items of refused) expect((await change(items)).statusCode).toBe(400)
  for (const values of [{ price: 1 }, { state: 'draft' }, { deleted: true }])
    expect((await app.send('POST', '/api/books/changes', { items: [{ id, ...values }] }, {})).statusCode).toBe(401)
})

const STATES = ['draft', 'scheduled', 'published', 'hidden', 'withdrawn'] as const
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const kept = async ({ id }: { id: string }) => (await app.get(`/api/admin/books/${id}`, app.bearer)).json<Book>()
const execute = (text: string, values: unknown[]) => app.services.database.pool.query(text, values)

/** Stores one book in each state. */
async function storeStates(): Promise<Book[]> {
  const books = await storeBooks(STATES.length)
  for (const [at, state] of STATES.entries())
    await app.sendForm('PATCH', `/api/books/${books[at]?.id}`, toForm({ state, ...(state === 'scheduled' && { publishAt: inDays(1) }) }))
  return Promise.all(books.map(kept))
}

test.each(STATES)('books in any state become %s in one action, and a revert restores their states and times', async (state) => {
  const books = await storeStates()
  const publishAt = state === 'scheduled' ? inDays(2) : undefined
  const before = version()
  const response = await change(books.map(({ id, updatedAt }) => ({ id, updatedAt, state, publishAt })))
  expect(response.statusCode, response.body).toBe(200)
  const { action, changed } = response.json<BulkOutcome>()
  expect(version()).toBe(before + 1)
  // A book that is already scheduled gets a new publication time.
  expect(changed).toHaveLength(state === 'scheduled' ? 5 : 4)
  for (const item of changed) {
    expect(item).toMatchObject({ state, publishAt: publishAt ?? null, deletedAt: null })
    expect(await kept(item)).toMatchObject(item)
  }
  expect(await latestEntry()).toMatchObject({ id: action, verb: 'changed', subject: { name: `${changed.length} books` } })

  const reverted = await revert(action)
  expect(reverted.statusCode, reverted.body).toBe(200)
  expect(reverted.json<BulkOutcome>().changed).toHaveLength(changed.length)
  const states = (await Promise.all(books.map(kept))).map(({ state, publishAt }) => ({ state, publishAt }))
  expect(states).toEqual(books.map(({ state, publishAt }) => ({ state, publishAt })))
})

test('withdrawing books in bulk ends public access to all the books and their files in one catalogue version, and a revert makes them public again', async () => {
  const [one, two] = (await storeBooks(2)) as [Book, Book]
  await change([one, two].map(({ id }) => ({ id, price: '0' })))
  const statuses = async () => {
    const paths = [`/api/books/${one.id}`, `/api/books/${two.id}`, `/api/media/${one.pdfUrl}`]
    return Promise.all(paths.map(async (path) => (await app.get(path)).statusCode))
  }
  expect(await statuses()).toEqual([200, 200, 200])
  const { action } = (await change([one, two].map(({ id }) => ({ id, state: 'withdrawn' })))).json<BulkOutcome>()
  expect(await statuses()).toEqual([410, 410, 403])
  await revert(action)
  expect(await statuses()).toEqual([200, 200, 200])
})

test('books scheduled for the same time are all published at that time, in the order of their ids', async () => {
  const books = await storeBooks(45)
  await execute('update books set published_at = null, state = $1 where id = any($2)', ['draft', books.map(({ id }) => id)])
  const scheduled = await change(books.map(({ id }) => ({ id, state: 'scheduled', publishAt: inDays(1) })))
  expect(scheduled.json<BulkOutcome>().changed).toHaveLength(45)
  await execute("update books set publish_at = now() - interval '1 second' where id = any($1)", [books.map(({ id }) => id)])
  await app.services.catalogue.books.publishDue()
  const ids = books.map(({ id }) => id).toSorted()
  const listed = (await app.get('/api/books?sort=oldest')).json<Book[]>().map(({ id }) => id)
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
  // Publication is a later change, so the scheduling can't be reverted.
  expect((await revert(scheduled.json<BulkOutcome>().action)).statusCode).toBe(409)
})

test.each([
  [{ state: 'scheduled' }, 'Choose a date and a time.'],
  [{ state: 'scheduled', publishAt: '2020-01-01T00:00' }, 'Choose a time in the future.'],
])('%j is refused for all books, also those that are scheduled already', async (values, message) => {
  const [one, two] = (await storeBooks(2)) as [Book, Book]
  const publishAt = inDays(3)
  await change([{ id: one.id, state: 'scheduled', publishAt }])
  const before = version()
  const response = await change([one, two].map(({ id }) => ({ id, ...values })))
  expect(response.json<Problem>().errors).toEqual([{ field: 'publishAt', message }])
  expect(version()).toBe(before)
  expect([await kept(one), await kept(two)]).toMatchObject([{ state: 'scheduled', publishAt }, { state: 'published' }])
})

test('a revert to a scheduled time that has passed makes the book a draft', async () => {
  const [stored] = (await storeBooks(1)) as [Book]
  const { id } = stored
  await change([{ id, state: 'scheduled', publishAt: inDays(1) }])
  await execute("update books set publish_at = now() + interval '1 second' where id = $1", [id])
  const { action } = (await change([{ id, state: 'withdrawn' }])).json<BulkOutcome>()
  await execute('select pg_sleep(1.1)', [])
  const reverted = (await revert(action)).json<BulkOutcome>()
  expect(reverted.changed).toMatchObject([{ id, state: 'draft', publishAt: null }])
})

test('books are moved to the bin in one action and restored in another, with their states and their owners’ access', async () => {
  const books = await storeStates()
  const [draft, , published] = books as [Book, Book, Book]
  await app.sendForm('PATCH', `/api/books/${published.id}`, toForm({ slug: 'binned-together' }))
  const client = 'b'.repeat(32)
  await execute('insert into entitlements (id, client_digest, product, product_id) values ($1, $2, $3, $4)', [
    crypto.randomUUID(),
    digestClient(client),
    'book',
    published.id,
  ])
  const before = version()
  const response = await change(books.map(({ id }) => ({ id, deleted: true })))
  expect(response.statusCode, response.body).toBe(200)
  const { action, changed } = response.json<BulkOutcome>()
  expect(version()).toBe(before + 1)
  expect(changed.map(({ deletedAt }) => deletedAt !== null)).toEqual(books.map(() => true))
  expect(await latestEntry()).toMatchObject({ verb: 'deleted', subject: { name: '5 books' } })
  expect((await app.get('/api/books/binned-together')).statusCode).toBe(410)
  const owned = `/api/owned-items/books/${published.id}`
  expect((await app.get(owned, { 'client-id': client })).statusCode).toBe(200)
  const bin = (await app.get('/api/admin/books?state=bin&limit=100', app.bearer)).json<Book[]>().map(({ id }) => id)
  expect(bin).toEqual(expect.arrayContaining(books.map(({ id }) => id)))
  // Another book takes the slug of a deleted book, and a colleague restores one of the deleted books.
  const [other] = (await storeBooks(1)) as [Book]
  await app.sendForm('PATCH', `/api/books/${other.id}`, toForm({ slug: 'binned-together' }))
  await app.send('POST', `/api/admin/books/${draft.id}/restore`)

  const reverted = (await revert(action)).json<BulkOutcome>()
  expect(reverted.skipped).toEqual([draft.title])
  expect(reverted.changed).toHaveLength(4)
  expect((await Promise.all(books.map(kept))).map(({ state, deletedAt }) => ({ state, deletedAt }))).toEqual(
    books.map(({ state }) => ({ state, deletedAt: null })),
  )
  expect((await kept(published)).slug).not.toBe('binned-together')
  expect((await app.get(owned, { 'client-id': client })).statusCode).toBe(200)
  expect(await latestEntry()).toMatchObject({ verb: 'reverted', subject: { id: action, name: '4 books' } })
  expect((await revert(action)).statusCode).toBe(409)
})

test('books in the bin accept no bulk change except restoring; restoring is refused as a whole if one of the books was restored in the meantime', async () => {
  const books = (await storeBooks(3)) as [Book, Book, Book]
  await change(books.map(({ id }) => ({ id, deleted: true })))
  const [one, two, three] = (await Promise.all(books.map(kept))) as [Book, Book, Book]
  for (const values of [{ price: 9 }, { state: 'draft' }, { deleted: true }])
    expect((await change([{ id: one.id, ...values }])).statusCode).toBe(409)
  await app.send('POST', `/api/admin/books/${two.id}/restore`)
  const restore = [one, two, three].map(({ id, updatedAt }) => ({ id, updatedAt, deleted: false }))
  const refused = await change(restore)
  expect(refused.statusCode).toBe(409)
  expect(refused.json<Problem>().detail).toContain(`“${two.title}”`)
  expect((await kept(one)).deletedAt).not.toBeNull()
  await execute("update books set state = 'scheduled', publish_at = now() - interval '1 minute' where id = $1", [three.id])
  const { action } = (await change(restore.filter(({ id }) => id !== two.id))).json<BulkOutcome>()
  expect(await latestEntry()).toMatchObject({ verb: 'restored', subject: { name: '2 books' } })
  expect([await kept(one), await kept(three)]).toMatchObject([
    { state: 'published', deletedAt: null },
    { state: 'draft', publishAt: null, deletedAt: null },
  ])
  await revert(action)
  expect((await kept(one)).deletedAt).not.toBeNull()
})

test('reverting a deletion skips books that were deleted for good in the meantime', async () => {
  const books = [await storeBook(app.services, { title: 'Purged' }), await storeBook(app.services, { title: 'Left' })] as const
  const { action } = (await change(books.map(({ id }) => ({ id, deleted: true })))).json<BulkOutcome>()
  expect((await app.send('DELETE', `/api/admin/books/${books[0].id}`)).statusCode).toBe(204)
  const reverted = (await revert(action)).json<BulkOutcome>()
  expect(reverted).toMatchObject({ changed: [{ id: books[1].id, deletedAt: null }], skipped: ['Purged'] })
})

test('a revert skips an item when one of its changed values was changed again', async () => {
  const [stored] = (await storeBooks(1)) as [Book]
  const { action } = (await change([{ id: stored.id, state: 'scheduled', publishAt: inDays(1) }])).json<BulkOutcome>()
  const later = inDays(5)
  await app.sendForm('PATCH', `/api/books/${stored.id}`, toForm({ state: 'scheduled', publishAt: later }))
  expect((await revert(action)).statusCode).toBe(409)
  expect(await kept(stored)).toMatchObject({ state: 'scheduled', publishAt: later })
})

test('a failed bulk action changes nothing: neither states, files, bin, version nor audit log', async () => {
  const books = (await storeBooks(3)) as [Book, Book, Book]
  const [before, entry] = [version(), await latestEntry()]
  // The transaction fails at the last row; rows are changed in the order of their ids.
  const last = books
    .map(({ id }) => id)
    .toSorted()
    .at(-1)
  await execute(
    `create function refuse_last() returns trigger language plpgsql as $$ begin
       if new.id = '${last}' then raise exception 'no room'; end if; return new;
     end $$`,
    [],
  )
  await execute('create trigger refuse_last before update on books for each row execute function refuse_last()', [])
  for (const values of [{ deleted: true }, { state: 'draft' }])
    expect((await change(books.map(({ id }) => ({ id, ...values })))).statusCode).toBe(500)
  await execute('drop trigger refuse_last on books', [])
  for (const stored of books) expect(await kept(stored)).toMatchObject({ state: 'published', deletedAt: null, updatedAt: stored.updatedAt })
  expect([version(), await latestEntry()]).toEqual([before, entry])
  expect((await app.get(`/api/books/${books[0].id}`)).statusCode).toBe(200)
})

test('a free book that gets a price in a bulk action is no longer public, and gets a preview', async () => {
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

test('prices, categories and states of episodes are changed in bulk, if the shop has the categories', async () => {
  const { id } = await storePodcast(app.services, { price: 2 })
  const response = await change([{ id, price: 0, categories: 'Teen Coaching', state: 'hidden' }], '/api/podcasts')
  expect(response.statusCode, response.body).toBe(200)
  expect((await app.get(`/api/podcasts/${id}`)).json()).toMatchObject({ price: 0, categories: ['Teen Coaching'], state: 'hidden' })
  const { action } = (await change([{ id, deleted: true }], '/api/podcasts')).json<BulkOutcome>()
  expect((await app.get(`/api/podcasts/${id}`)).statusCode).toBe(410)
  expect((await revert(action, '/api/podcasts')).json<BulkOutcome>().changed).toMatchObject([{ id, state: 'hidden' }])
  expect((await change([{ id, categories: 'Unknown' }], '/api/podcasts')).statusCode).toBe(400)
})
