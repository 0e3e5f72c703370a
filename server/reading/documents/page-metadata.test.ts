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
