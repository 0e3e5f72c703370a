// @module-tag full
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { MIGRATIONS_FOLDER } from '#server/platform/database/migrate.ts'
import { buildAudio, buildBookForm, buildImage, buildPdf, buildPodcastForm } from '#tests/support/sample-files.ts'
import { storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function runStartTasks() {
  for (const { run } of app.services.features.flatMap(({ startupTasks = [] }) => startupTasks)) await run(AbortSignal.timeout(60_000))
}

async function filesFor(role: 'jpeg' | 'preview') {
  const { rows } = await app.services.database.pool.query('select key, type, audience from media_files where role = $1 order by key', [
    role,
  ])
  return rows
}

test('missing JPEGs and previews of items from earlier versions are created, and an unreadable image doesn’t affect other items', async () => {
  const coverImage = await buildImage({ width: 40, height: 60 })
  // The cover of the episode is not a valid image.
  await storePodcast(app.services, { title: 'Unreadable' })
  const form = await buildPodcastForm({ coverImage, price: '2', audio: buildAudio({ seconds: 8 }) })
  const { audioUrl } = (await app.sendForm('POST', '/api/podcasts', form)).json<Podcast>()
  await app.sendForm('POST', '/api/books', await buildBookForm({ coverImage }))
  const published = { jpegs: await filesFor('jpeg'), previews: await filesFor('preview') }
  expect([published.jpegs.length, published.previews.length]).toEqual([2, 1])

  await app.services.database.pool.query(`delete from media_files where role in ('jpeg', 'preview')`)
  await runStartTasks()
  expect({ jpegs: await filesFor('jpeg'), previews: await filesFor('preview') }).toEqual(published)
  await runStartTasks()
  expect(await filesFor('jpeg')).toEqual(published.jpegs)
  expect((await app.get(`/api/media/${published.previews[0].key}`)).statusCode).toBe(200)
  expect((await app.get(`/api/media/${audioUrl}`)).statusCode).toBe(403)
})

test('an upgrade deletes the previews of books, which may contain content of pages beyond the preview, and the previews are created again', async () => {
  const add = async (pages: number) => {
    const response = await app.sendForm('POST', '/api/books', await buildBookForm({ price: '4', pdf: await buildPdf({ pages }) }))
    return response.json<Book>()
  }
  const [book, short] = [await add(9), await add(1)]
  const read = async () => (await app.get(`/api/books/${book.id}`)).json<Book>()
  expect(book.previewUrl).not.toBe(null)

  await app.services.database.pool.query(await readFile(join(MIGRATIONS_FOLDER, '0038_drop-pruned-previews.sql'), 'utf8'))
  expect((await app.get(`/api/media/${book.previewUrl}`)).statusCode).toBe(404)
  expect((await read()).previewUrl).toBe(null)
  expect((await filesFor('preview')).filter(({ type }) => type === 'application/pdf')).toEqual([])

  await runStartTasks()
  expect((await app.get(`/api/media/${(await read()).previewUrl}`)).statusCode).toBe(200)
  expect((await app.get('/api/books')).json<Book[]>().find(({ id }) => id === book.id)?.previewUrl).toBe((await read()).previewUrl)
  expect((await app.get(`/api/books/${short.id}`)).json<Book>().previewUrl).toBe(null)
})
