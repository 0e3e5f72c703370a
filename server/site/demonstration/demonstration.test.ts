// @module-tag full
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { notFound } from '#server/platform/problems.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { demonstration } from './demonstration.schema.ts'
import { createDemonstration, type DemoItemService } from './demonstration.service.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  // The smallest configurable connection pool is used, because loading the demonstration holds one connection while its items are
  // published.
  services = await openTestServices({ DATABASE_POOL: '2' })
})
afterAll(() => services.close())

const refusing: DemoItemService = {
  latest: async () => [],
  add: () => Promise.reject(new Error('not today')),
  get: () => Promise.reject(notFound('book')),
  findWithin: () => Promise.resolve(undefined),
  deleteWithin: () => Promise.resolve(),
}

test('an item that can’t be added leaves no temporary files', async () => {
  const failing = createDemonstration({
    ...services,
    catalogue: { ...demoCatalogue, episodes: [], authors: [] },
    folder: join(import.meta.dirname, '../../../demo/files'),
    wasSold: () => Promise.resolve(false),
    services: { books: refusing, episodes: refusing, authors: refusing },
  })
  const before = await temporaryFiles(services)
  await expect(failing.load()).rejects.toThrow('not today')
  expect(await temporaryFiles(services)).toEqual(before)
  // An interrupted load of the demonstration leaves the state `loading`.
  await services.database.orm.delete(demonstration)
})

test('the demonstration is loaded completely, in the written order and only once, and can be removed', async () => {
  const {
    site: { demonstration },
    catalogue: { books, podcasts, authors },
  } = services
  expect(await demonstration.isDue()).toBe(true)
  const stopped = new AbortController()
  await demonstration.load({ signal: stopped.signal, onItem: (done) => done === 3 && stopped.abort() })
  expect(await demonstration.isDue()).toBe(true)
  await demonstration.load()
  await demonstration.load()
  expect(await demonstration.isDue()).toBe(false)

  const { items: shelf, total } = await books.list({})
  expect(total).toBeGreaterThanOrEqual(14)
  expect(shelf[0]?.title).toBe('The Lamp and the Letter')
  for (const book of shelf) {
    expect(book.pageCount, book.title).toBeGreaterThanOrEqual(6)
    expect(book.pageCount, book.title).toBeLessThanOrEqual(40)
    expect(book.previewUrl !== null, book.title).toBe(book.price > 0)
  }
  expect(shelf.some((book) => book.price > 0) && shelf.some((book) => book.price === 0)).toBe(true)
  const episodes = (await podcasts.list({})).items
  expect(episodes.length).toBeGreaterThanOrEqual(10)
  for (const category of CATEGORIES)
    expect(
      episodes.some((episode) => episode.categories.includes(category)),
      category,
    ).toBe(true)
  for (const { id, title, hasTranscript } of episodes) {
    const { chapters } = await podcasts.get(id)
    const begun = (await podcasts.readTranscript(id)).map(({ start }) => Math.floor(start))
    expect(hasTranscript && chapters.length >= 4, title).toBe(true)
    // Each chapter begins with its first spoken words, except the first chapter, which begins with music.
    expect(
      chapters.slice(1).filter(({ start }) => !begun.includes(start)),
      title,
    ).toEqual([])
  }
  expect((await authors.list({})).items.map((author) => [author.name, author.books > 0])).toContainEqual(['Ruvimbo Chikomo', true])

  const pictures = [...shelf, ...episodes].map(({ title, coverAlt }) => [title, coverAlt])
  pictures.push(...(await authors.list({})).items.map(({ name, photoAlt }) => [name, photoAlt]))
  expect(pictures.filter(([, words]) => !words)).toEqual([])

  await demonstration.remove()
  for (const list of [books.list, podcasts.list, authors.list]) expect((await list({})).total).toBe(0)
  expect(await demonstration.isDue()).toBe(false)
}, 180_000)
