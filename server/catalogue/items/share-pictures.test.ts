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

test('a published book gets a picture that caches may store for ever, and after a change another one at another URL', async () => {
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

test('a picture is not rendered again while nothing changed', async () => {
  const version = app.services.catalogueVersion.current()
  await draw()
  expect(app.services.catalogueVersion.current()).toBe(version)
})

test('a book whose cover can’t be read is published without a picture, and other books get theirs', async () => {
  const damaged = await storeBook(app.services)
  await change({ title: 'A third title' })
  await draw()
  expect(await read(damaged.id)).toMatchObject({ sharePicture: null })
  const other = await read(book.id)
  expect(other.sharePicture).not.toBe(book.sharePicture)
  book = other
  await app.services.catalogue.books.deleteForGood(damaged.id)
})

test('no picture is rendered while the app stops', async () => {
  await change({ title: 'A fourth title' })
  await draw(AbortSignal.abort())
  expect((await read(book.id)).sharePicture).toBe(book.sharePicture)
})

test('the picture of a deleted book is deleted with it', async () => {
  await app.services.catalogue.books.deleteForGood(book.id)
  expect(await storedKeys(app.services)).toEqual([])
})
