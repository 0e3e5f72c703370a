// @module-tag full
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { storeBook, storedKeys } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let book: Book & { sharePicture: string | null }
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const draw = (signal = new AbortController().signal) => {
  const worker = app.services.features.flatMap(({ workers = [] }) => workers).find(({ name }) => name === 'render share images (book)')
  return worker?.run(signal)
}
const read = async (id: string) => (await app.get(`/api/books/${id}`)).json()
const change = async (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect((await app.sendForm('PATCH', `/api/books/${book.id}`, form)).statusCode).toBe(200)
}

test('a published book gets a share image that caches may store forever, and a changed book gets a new image at a new URL', async () => {
  const response = await app.sendForm('POST', '/api/books', await buildBookForm())
  expect(response.statusCode, response.body).toBe(201)
  book = response.json()
  expect((await read(book.id)).sharePicture).toBeNull()
  const { coverJpeg } = (await app.get(`/api/books/${book.id}`)).json()
  expect((await app.get(`/api/media/${coverJpeg}`)).headers['content-type']).toBe('image/jpeg')

  await draw()
  book = await read(book.id)
  const picture = await app.get(`/api/media/${book.sharePicture}`)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(picture.rawPayload.length).toBeLessThanOrEqual(300_000)

  await change({ title: 'Another title', price: '4.50' })
  await draw()
  const changed = await read(book.id)
  expect(changed.sharePicture).not.toBe(book.sharePicture)
  expect((await app.get(`/api/media/${book.sharePicture}`)).statusCode).toBe(404)
  book = changed
})

test('a share image is not rendered again for an unchanged item', async () => {
  const version = app.services.catalogueVersion.current()
  await draw()
  expect(app.services.catalogueVersion.current()).toBe(version)
})

test('a book with an unreadable cover is published without a share image, and other books get share images', async () => {
  const damaged = await storeBook(app.services)
  await change({ title: 'A third title' })
  await draw()
  expect(await read(damaged.id)).toMatchObject({ sharePicture: null })
  const other = await read(book.id)
  expect(other.sharePicture).not.toBe(book.sharePicture)
  book = other
  await app.services.catalogue.books.deleteForGood(damaged.id)
})

test('no share image is rendered while the server stops', async () => {
  await change({ title: 'A fourth title' })
  await draw(AbortSignal.abort())
  expect((await read(book.id)).sharePicture).toBe(book.sharePicture)
})

test('the share image of a deleted book is deleted too', async () => {
  await app.services.catalogue.books.deleteForGood(book.id)
  expect(await storedKeys(app.services)).toEqual([])
})
