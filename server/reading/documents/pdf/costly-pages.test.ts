import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookPageStore } from '#server/reading/documents/book-pages.store.ts'
import { createBookReflowStore } from '#server/reading/documents/book-reflow.store.ts'
import { createDuePageStore } from '#server/reading/documents/due-pages.store.ts'
import { buildCostlyPdf } from '#tests/support/costly-pdf.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPdfFormat } from './pdf-format.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'asked' })
})
afterAll(() => app.close())

/** Creates a reader of PDF files with time limits that the costly pages of the tests exceed on every machine. */
function openFormat({ drawMs = 400, textMs = 200 } = {}) {
  const { database, library } = app.services
  const store = createBookPageStore(database.orm)
  const due = createDuePageStore(database.orm)
  return { store, due, maker: createPdfFormat({ library, store, reflows: createBookReflowStore(database.orm), drawMs, textMs }) }
}

test('rendering a page that exceeds its limit is attempted once, recorded for all formats, and not retried after the next start', async () => {
  // The limit is long enough for the ordinary page on a slow machine, and the costly page takes several times as long on a fast one.
  const { maker, store, due } = openFormat({ drawMs: 2000 })
  const { pdfUrl } = await storeBook(app.services, { content: await buildCostlyPdf({ curves: 200_000 }) })
  await maker.makeManifest(pdfUrl)
  await maker.pages.makePictures(pdfUrl, [1, 2], 'usual')
  expect(maker.isCostly(pdfUrl)).toBe(true)
  const undrawn = { packKey: null, pictures: [] }
  for (const series of ['usual', 'large', 'webp'] as const) expect(await store.findPictures(pdfUrl, 1, series)).toEqual(undrawn)
  expect((await store.findPictures(pdfUrl, 2, 'usual'))?.pictures).toHaveLength(3)
  expect(await store.findPictures(pdfUrl, 2, 'large')).toBeUndefined()
  const response = await app.get(`/api/media/${pdfUrl}/pages/1/1600.webp`)
  expect([response.statusCode, response.json().code]).toEqual([404, 'no_page'])

  await due.forgetUndrawn({ costlyToo: false })
  expect(await store.findPictures(pdfUrl, 1, 'usual')).toEqual(undrawn)
  await due.forgetUndrawn({ costlyToo: true })
  expect(await store.findPictures(pdfUrl, 1, 'usual')).toBeUndefined()
})

test('other pages of a file with five costly pages are not rendered until the next start', { tags: ['full'] }, async () => {
  const { maker, store, due } = openFormat()
  const costly = Array.from({ length: 60 }, (_, index) => index + 1)
  const { pdfUrl } = await storeBook(app.services, { content: await buildCostlyPdf({ pages: 60, costly }) })
  await maker.makeManifest(pdfUrl)
  await maker.pages.makePictures(pdfUrl, costly.slice(0, 5), 'usual')
  await maker.pages.makePictures(pdfUrl, costly.slice(5), 'usual')
  expect(await store.findPictures(pdfUrl, 60, 'webp')).toEqual({ packKey: null, pictures: [] })
  // A page whose rendering had been attempted would be recorded as costly, as page 5 is.
  await due.forgetUndrawn({ costlyToo: false })
  expect(await store.findPictures(pdfUrl, 60, 'webp')).toBeUndefined()
  expect(await store.findPictures(pdfUrl, 5, 'webp')).toEqual({ packKey: null, pictures: [] })
})

test('page texts whose extraction exceeds its limit count as costly too, and are recorded as empty', { tags: ['full'] }, async () => {
  const { maker, due } = openFormat({ textMs: 5 })
  const costly = Array.from({ length: 12 }, (_, index) => index + 1)
  const { pdfUrl } = await storeBook(app.services, { content: await buildCostlyPdf({ pages: 12, costly, curves: 200_000 }) })
  await maker.makeManifest(pdfUrl)
  await maker.pages.makeTexts(pdfUrl, costly)
  expect(maker.isCostly(pdfUrl)).toBe(true)
  expect(await due.missingTexts(pdfUrl, 12, 12)).toEqual([])
})
