import { afterAll, beforeAll, expect, test } from 'vitest'
import { READABLE_FORMATS } from '#contracts/common/file-formats.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createBookPageStore } from './book-pages.store.ts'
import { createBookReflowStore } from './book-reflow.store.ts'
import type { DocumentFormat, DocumentFormats } from './document-format.ts'
import { createDuePageStore } from './due-pages.store.ts'
import { createFindPlaces } from './find-places.store.ts'
import { createReadableDocuments } from './readable-documents.ts'
import { createBackgroundRendering } from './render-in-background.ts'
import { createRenderQueue } from './render-queue.ts'
import { saveManifest, saveRenditions } from './save-renditions.ts'
import { createSearchInBook } from './search-in-book.store.ts'

const READER = { client: 'reader', isGone: () => false }
const TEXTS = ['The seed is small.', 'The rain is late.', 'The harvest is large.']

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'asked' })
})
afterAll(() => app.close())

/** Opens documents of a format without printed pages, each with one part for each of the texts. */
function openTexts() {
  const { database, library } = app.services
  const { orm, sessionLocks } = database
  const store = createBookPageStore(orm)
  const reflows = createBookReflowStore(orm)
  const texts = TEXTS.map((content, index) => ({ page: index + 1, content, runs: [], direction: 'ltr' as const, links: [] }))
  const parts = texts.map(({ page, content }) => ({
    title: null,
    page,
    characters: content.length,
    blocks: [{ kind: 'paragraph' as const, page, text: [content] }],
  }))
  const format: DocumentFormat = {
    isCostly: () => false,
    makeManifest: (key) =>
      saveManifest({ library, store }, key, { sizes: TEXTS.map(() => null), labels: null, outline: [], hasText: true }, ({ transaction }) =>
        store.insertTexts(transaction, key, texts),
      ),
    makeReflow: (key) =>
      saveRenditions({ library, store }, key, ({ transaction }) =>
        reflows.insertReflow(transaction, key, { parts, direction: 'ltr', language: null }),
      ),
  }
  const formats = Object.fromEntries(READABLE_FORMATS.map((name) => [name, format])) as DocumentFormats
  const shared = { store, reflows, formats, isOn: true }
  const queue = createRenderQueue({ width: 1, isCostly: format.isCostly })
  const due = createDuePageStore(orm)
  return {
    documents: createReadableDocuments({
      ...shared,
      queue,
      makeBody: (async (_, write) => (await write()) && { text: await write() }) as SharedBodies['make'],
      searchInBook: createSearchInBook(orm),
      findPlaces: createFindPlaces(orm),
      requireFreeSpace: library.requireFreeSpace,
    }),
    background: createBackgroundRendering({
      ...shared,
      due,
      epubs: { listDue: async () => [], forgetFailed: async () => undefined },
      makeEpub: async () => undefined,
      queue,
      library,
      catalogueVersion: app.services.catalogueVersion,
      sessionLocks,
    }),
  }
}

const jsonOf = (body: unknown) => JSON.parse((body as { text: string }).text)

test('a document that is not printed on pages is read by its parts, searched, and has places', async () => {
  const { pdfUrl: key } = await storeBook(app.services)
  const document = openTexts().documents.open({ key, type: 'application/pdf' })
  expect(await document.summary(READER)).toMatchObject({ pageCount: 3, hasText: true, hasFlow: true })
  expect(jsonOf(await document.manifest({ hasFlow: true, direction: 'rtl' }, READER))).toMatchObject({
    sizes: [null, null, null],
    direction: 'rtl',
  })
  expect(jsonOf(await document.parts(READER)).parts).toHaveLength(3)
  expect(jsonOf(await document.part(2, READER)).blocks).toEqual([{ kind: 'paragraph', page: 2, text: ['The rain is late.'] }])
  expect(await document.search('harvest', READER)).toMatchObject({ total: 1, hits: [{ page: 3 }], isComplete: true })
  const sought = { places: [{ page: 1, words: 'rain is late' }] }
  expect(await document.findPlaces(sought, READER)).toMatchObject({ places: [{ page: 2 }], isComplete: true })
  const gone = { status: 404, code: 'no_page' }
  await expect(document.pages.text(1, READER)).rejects.toMatchObject(gone)
  await expect(document.pages.picture(1, { width: 480, format: 'avif' }, READER)).rejects.toMatchObject(gone)
})

test('background work completes a document that is not printed on pages, without texts and images of pages', async () => {
  const { background } = openTexts()
  const { pdfUrl: key } = await storeBook(app.services)
  await background.makeAll(new AbortController().signal, () => undefined)
  expect(await background.progress()).toMatchObject({ waiting: 0, failed: 0 })
  const { rows } = await app.services.database.pool.query('select 1 from book_page_pictures where file_key = $1', [key])
  expect(rows).toEqual([])
})

test('files of formats that are not read are refused as documents', async () => {
  const { documents } = openTexts()
  for (const type of ['audio/mpeg', 'image/webp', 'text/plain', ''])
    expect(() => documents.open({ key: 'a.mp3', type }), type).toThrow(expect.objectContaining({ status: 404, code: 'no_pages' }))
})
