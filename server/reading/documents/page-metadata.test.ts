import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const OUTLINE = [
  { title: 'Foreword', page: 2, depth: 0 },
  { title: 'One', page: 3, depth: 0 },
  { title: 'Dawn', page: 3, depth: 1 },
  { title: 'A note on dawn', page: 4, depth: 2 },
  { title: 'Two', page: 4, depth: 0 },
]

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const details = async (id: string) => (await app.get(`/api/books/${id}`)).json<BookDetails>()

test('the details of a book contain its table of contents, the number of preview pages and, after rendering, the size of all pages; a list of books does not', {
  tags: ['full'],
}, async () => {
  const pdf = await buildPdf({ pages: 4 })
  const publish = async (price: string): Promise<Book> =>
    (await app.sendForm('POST', '/api/books', await buildBookForm({ title: `For ${price}`, price, pdf }))).json()
  const [free, priced] = [await publish('0'), await publish('3')]
  expect(await details(free.id)).toMatchObject({ contents: [], previewPages: null, pagesBytes: null })
  await app.services.reading.bookPages.makeInBackground(new AbortController().signal)
  await app.services.database.pool.query('update book_page_sets set outline = $1, labels = $2 where file_key = $3', [
    JSON.stringify(OUTLINE),
    JSON.stringify(['i', 'ii', '1', '2']),
    free.pdfUrl,
  ])

  let bytes = 0
  for (const page of [1, 2, 3, 4]) bytes += (await app.get(`/api/media/${free.pdfUrl}/pages/${page}/720.avif`)).rawPayload.length
  const told = await details(free.id)
  expect(told).toMatchObject({ previewPages: null, pagesBytes: bytes })
  expect(told.contents).toEqual([
    { title: 'Foreword', page: 2, depth: 0, label: 'ii' },
    { title: 'One', page: 3, depth: 0, label: '1' },
    { title: 'Dawn', page: 3, depth: 1, label: '1' },
    { title: 'Two', page: 4, depth: 0, label: '2' },
  ])
  // Chapter titles of a priced book are public. The priced book and the free book share one file.
  const preview = (await app.get(`/api/media/${priced.previewUrl}/pages`)).json<{ sizes: unknown[] }>()
  expect(await details(priced.id)).toMatchObject({ contents: told.contents, previewPages: preview.sizes.length, pagesBytes: bytes })
  for (const item of (await app.get('/api/books')).json<object[]>()) expect(item).not.toHaveProperty('contents')
})

const block = (kind: string, page: number, text: string) => ({ kind, page, text: [text] })
const LONG = 'The lights went at six that evening, an hour early, and caught the whole of our street with its pots half cooked.'
const PARTS = [
  [
    block('heading', 1, 'For 0'),
    block('paragraph', 2, `© Lectern. All rights reserved. ${LONG}`),
    block('paragraph', 2, `This is a demonstration edition. ${LONG}`),
  ],
  [block('heading', 3, 'Contents'), block('list-item', 3, LONG)],
  [
    block('heading', 4, 'One'),
    block('paragraph', 4, '“Name?”'),
    { ...block('paragraph', 4, ''), text: [['Then', 'i'], ` it went dark. ${LONG}`] },
  ],
]

test('the details of a book contain its first words after title page, imprint and contents; of a priced book, only words of the preview', async () => {
  const pdf = await buildPdf({ pages: 4 })
  const publish = async (price: string): Promise<Book> =>
    (await app.sendForm('POST', '/api/books', await buildBookForm({ title: `Begins for ${price}`, price, pdf }))).json()
  const [free, priced] = [await publish('0'), await publish('3')]
  // The texts are made for a reader, since work in the background waits for an idle processor.
  for (const key of [free.pdfUrl, priced.previewUrl]) await app.get(`/api/media/${key}/pages/flow`)
  const { pool } = app.services.database
  async function storeText(key: string | null, parts: object[][]) {
    await pool.query('delete from book_flow_parts where file_key = $1', [key])
    for (const [index, blocks] of parts.entries())
      await pool.query('insert into book_flow_parts (file_key, part, blocks) values ($1, $2, $3)', [key, index + 1, JSON.stringify(blocks)])
  }
  await storeText(free.pdfUrl, PARTS)
  await storeText(priced.previewUrl, [])
  expect((await details(free.id)).opening).toBe(`“Name?” Then it went dark. ${LONG}`)
  expect((await details(priced.id)).opening).toBeNull()
  await storeText(priced.previewUrl, PARTS.slice(0, 2))
  expect((await details(priced.id)).opening).toBeNull()
  await storeText(priced.previewUrl, [[block('heading', 1, 'One'), block('paragraph', 1, `${LONG} `.repeat(5))]])
  const { opening } = await details(priced.id)
  expect(opening).toBe(`${LONG} `.repeat(5).slice(0, 240))
})
