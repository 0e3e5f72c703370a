import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Author } from '#contracts/catalogue/author.ts'
import type { DemonstrationItems } from '#contracts/site/demonstration.ts'
import { buildAuthorForm, toForm } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createRemoval } from './remove-demonstration.ts'

let app: TestApp
let items: { free: string; sold: string; edited: string; episode: string; author: string; lonely: string }
let removal: ReturnType<typeof createRemoval>
beforeAll(async () => {
  app = await openTestApp()
  const { services } = app
  const addAuthor = async (name: string) => (await app.sendForm('POST', '/api/authors', await buildAuthorForm({ name }))).json<Author>().id
  items = {
    free: (await storeBook(services, { title: 'Free', author: 'Lonely Author' })).id,
    sold: (await storeBook(services, { title: 'Sold', author: 'Kept Author', price: 5 })).id,
    edited: (await storeBook(services, { title: 'Edited', author: 'Nobody' })).id,
    episode: (await storePodcast(services)).id,
    author: await addAuthor('Kept Author'),
    lonely: await addAuthor('Lonely Author'),
  }
  await app.sendForm('PATCH', `/api/books/${items.edited}`, toForm({ price: '3' }))
  const grant = { product: 'book', productId: items.sold, email: 'grace@lectern.example', reason: 'A gift' }
  expect((await app.send('POST', '/api/admin/orders/grants', grant)).statusCode).toBeLessThan(300)
  const { books, podcasts, authors } = services.catalogue
  removal = createRemoval({
    ...services,
    wasSold: services.shop.orders.wasSold,
    readState: async () => 'loaded',
    setRemoved: async () => undefined,
    entries: [
      ...[items.free, items.sold, items.edited].map((id) => ({ noun: 'books' as const, id, service: books })),
      { noun: 'episodes', id: items.episode, service: podcasts },
      ...[items.author, items.lonely].map((id) => ({ noun: 'authors' as const, id, service: authors })),
    ],
  })
})

afterAll(() => app.close())

const statuses = () =>
  Promise.all(
    [
      ...[items.free, items.sold, items.edited].map((id) => `books/${id}`),
      `podcasts/${items.episode}`,
      ...[items.author, items.lonely].map((id) => `authors/${id}`),
    ].map(async (path) => (await app.get(`/api/${path}`)).statusCode),
  )

test('a failed removal of the demonstration leaves every item with its files', async () => {
  const { podcasts } = app.services.catalogue
  const files = await storedKeys(app.services)
  const failing = createRemoval({
    ...app.services,
    wasSold: async () => false,
    readState: async () => 'loaded',
    setRemoved: async () => undefined,
    entries: [
      { noun: 'books', id: items.free, service: app.services.catalogue.books },
      {
        noun: 'episodes',
        id: items.episode,
        service: { ...podcasts, deleteWithin: () => Promise.reject(new Error('the process ends here')) },
      },
    ],
  })
  await expect(failing.remove()).rejects.toThrow('the process ends here')
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  expect(await storedKeys(app.services)).toEqual(files)
})

test('removing the demonstration is refused with 409 while it is being loaded', async () => {
  const { withAdvisoryLock } = await import('#server/platform/database/advisory-lock.ts')
  const { LOCKS } = await import('#server/platform/database/locks.ts')
  await withAdvisoryLock(app.services.database, LOCKS.demo, async () => {
    expect((await app.send('DELETE', '/api/demonstration')).statusCode).toBe(409)
  })
  // The catalogue of this test does not count as the demonstration.
  expect((await app.get('/api/demonstration', app.bearer)).json()).toEqual({
    state: 'none',
    removed: { books: 0, episodes: 0, authors: 0 },
    kept: [],
  })
  expect((await app.send('DELETE', '/api/demonstration')).json()).toMatchObject({ state: 'removed' })
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
})

test('removing the demonstration does not delete sold or edited items and their authors’ profiles, as the preview of the removal states', async () => {
  const expected: Omit<DemonstrationItems, 'state'> = {
    removed: { books: 1, episodes: 1, authors: 1 },
    kept: [
      { noun: 'book', id: items.sold, name: 'Sold', reason: 'sold' },
      { noun: 'book', id: items.edited, name: 'Edited', reason: 'edited' },
      { noun: 'author', id: items.author, name: 'Kept Author', reason: 'has_books' },
    ],
  }
  expect(await removal.preview()).toEqual({ state: 'loaded', ...expected })
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  const files = await storedKeys(app.services)
  expect(await removal.remove({ admin: { id: 'a', name: 'Ada Admin' } })).toEqual({ state: 'removed', ...expected })
  expect(await statuses()).toEqual([404, 200, 200, 404, 200, 404])
  expect((await storedKeys(app.services)).length).toBeLessThan(files.length)
  const entries = (await app.get('/api/audit?limit=4', app.bearer)).json<AuditEntry[]>()
  expect(entries.map(({ noun, verb, admin }) => [noun, verb, admin?.name])).toEqual([
    ['site', 'deleted', 'Ada Admin'],
    ['author', 'deleted_for_good', 'Ada Admin'],
    ['podcast', 'deleted_for_good', 'Ada Admin'],
    ['book', 'deleted_for_good', 'Ada Admin'],
  ])
})
