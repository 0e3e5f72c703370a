// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookPageStore } from '#server/reading/documents/book-pages.store.ts'
import { createBookReflowStore } from '#server/reading/documents/book-reflow.store.ts'
import { buildPictureBombPdf, CODECS } from '#tests/support/picture-bomb-pdf.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createPdfFormat } from './pdf-format.ts'

const MB = 1024 ** 2

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'asked' })
})
afterAll(() => app.close())

test.each(CODECS)(
  'a page with an image in %s that decodes to hundreds of megabytes affects neither the server’s memory nor the next page',
  async (codec) => {
    const content = await buildPictureBombPdf(codec)
    expect(content.length).toBeLessThan(MB)
    const { database, library } = app.services
    const store = createBookPageStore(database.orm)
    const maker = createPdfFormat({ library, store, reflows: createBookReflowStore(database.orm) })
    const before = process.memoryUsage.rss()
    let highest = 0
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage.rss() - before)
    }, 20)
    try {
      const { pdfUrl } = await storeBook(app.services, { content })
      await maker.makeManifest(pdfUrl)
      await maker.pages.makePictures(pdfUrl, [1, 2], 'usual')
      await maker.pages.makeTexts(pdfUrl, [1, 2])
      expect((await store.findPictures(pdfUrl, 2, 'usual'))?.pictures).toHaveLength(3)
    } finally {
      clearInterval(watch)
    }
    expect(highest).toBeLessThan(100 * MB)
    expect((await app.get('/api/health/live')).statusCode).toBe(200)
  },
)
