import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { BookReflow, ReflowPart } from '#contracts/reading/book-reflow.ts'
import { testPricedParts } from '#tests/support/priced-parts.ts'
import { buildBookForm, buildPdf, buildTextBook } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const bytesOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer())
const textBook = (title: string, pages?: number) => bytesOf(buildTextBook({ title, ...(pages && { pages }) }))
const pagesOf = (key: string, rest = '') => app.get(`/api/media/${key}/pages${rest}`)

// This test runs first, before there are other books for the background work to process.
test('background work creates reflowable text, which is deleted with the last database row that refers to its file; text of another version is created again', {
  tags: ['full'],
}, async () => {
  const { services } = app
  const content = await textBook('Background Text', 4)
  const [book, twin] = [await storeBook(services, { content }), await storeBook(services, { content })]
  const { pool } = services.database
  const count = async (table: string) =>
    (await pool.query(`select count(*)::int as n from ${table} where file_key = $1`, [book.pdfUrl])).rows[0].n
  await services.reading.bookPages.makeInBackground(new AbortController().signal)
  expect([await count('book_flows'), await count('book_flow_parts')]).toEqual([1, 2])
  await pool.query(`update book_flows set edition = 0, flow = null where file_key = $1`, [book.pdfUrl])
  await services.reading.bookPages.makeAll(new AbortController().signal, () => undefined)
  const { rows } = await pool.query(`select edition, flow is not null as good from book_flows where file_key = $1`, [book.pdfUrl])
  expect(rows).toEqual([{ edition: expect.any(Number), good: true }])
  expect(rows[0].edition).toBeGreaterThan(0)
  await services.catalogue.books.deleteForGood(book.id)
  expect((await pagesOf(twin.pdfUrl, '/flow')).statusCode).toBe(200)
  await services.catalogue.books.deleteForGood(twin.id)
  expect([await count('book_flows'), await count('book_flow_parts')]).toEqual([0, 0])
})

test('the reflowable text of a free book is created on request: its parts, and their paragraphs without running heads and page numbers', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await textBook('Demanded Text') })
  const response = await pagesOf(pdfUrl, '/flow')
  expect(response.statusCode, response.body).toBe(200)
  const flow = BookReflow.parse(response.json())
  expect(flow).toEqual({
    direction: 'ltr',
    language: null,
    parts: [1, 2].map((chapter) => ({ title: `Chapter ${chapter}`, page: chapter * 3 - 2, characters: expect.any(Number) })),
  })
  const part = await pagesOf(pdfUrl, '/flow/2')
  const { blocks } = ReflowPart.parse(part.json())
  expect(blocks[0]).toEqual({ kind: 'heading', level: 1, page: 4, text: ['Chapter 2'] })
  expect(blocks[1]).toMatchObject({
    kind: 'paragraph',
    page: 4,
    text: [expect.stringMatching(/^On page 4, The rain came late.*in return\.$/)],
  })
  expect(part.body).not.toContain('Demanded Text')
  expect((await pagesOf(pdfUrl, '/flow/3')).json().code).toBe('not_found')
  expect((await pagesOf(pdfUrl, '/flow/text')).json().code).toBe('invalid_request')
})

test('a book without continuous text returns 404 for its reflowable text, which its page list then reports as unavailable', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await bytesOf(buildPdf({ title: 'Labels' })) })
  const before = await pagesOf(pdfUrl)
  expect([before.json().hasFlow, before.headers['cache-control']]).toEqual([true, 'public, no-cache'])
  for (const rest of ['/flow', '/flow/1']) {
    const response = await pagesOf(pdfUrl, rest)
    expect([response.statusCode, response.json().code]).toEqual([404, 'no_flow'])
  }
  const after = await app.get(`/api/media/${pdfUrl}/pages`, { 'if-none-match': String(before.headers.etag) })
  expect([after.statusCode, after.json().hasFlow]).toEqual([200, false])
})

test('the page list has the direction of the text once that is created, and another ETag', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await textBook('Directed Text') })
  const before = await pagesOf(pdfUrl)
  expect(before.json().direction).toBeNull()
  await pagesOf(pdfUrl, '/flow')
  expect((await pagesOf(pdfUrl)).json().direction).toBe('ltr')
  await app.services.database.pool.query(`update book_flows set flow = flow || '{"direction": "rtl"}' where file_key = $1`, [pdfUrl])
  const after = await pagesOf(pdfUrl)
  expect(after.json().direction).toBe('rtl')
  expect(after.headers.etag).not.toBe(before.headers.etag)
})

test('caches may store public reflowable text for a day and revalidate with the ETag', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await textBook('Cached Text') })
  for (const part of ['/flow', '/flow/1']) {
    const { headers } = await pagesOf(pdfUrl, part)
    expect(headers['cache-control'], part).toBe('public, max-age=86400')
    const again = await app.get(`/api/media/${pdfUrl}/pages${part}`, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body], part).toEqual([304, ''])
  }
})

testPricedParts('the reflowable text of a priced book', { app: () => app, parts: ['/flow', '/flow/1'], content: textBook })

test('the preview of a priced book has reflowable text of only its own pages, available to everyone', async () => {
  const form = await buildBookForm({ title: 'Shown In Part', price: '3', pdf: await buildTextBook({ title: 'Shown In Part', pages: 12 }) })
  const book = (await app.sendForm('POST', '/api/books', form)).json<Book>()
  expect((await pagesOf(book.pdfUrl, '/flow')).statusCode).toBe(403)
  const { sizes } = (await pagesOf(book.previewUrl ?? '')).json<{ sizes: unknown[] }>()
  const response = await pagesOf(book.previewUrl ?? '', '/flow')
  expect(response.headers['cache-control']).toBe('public, max-age=86400')
  const { parts } = BookReflow.parse(response.json())
  const texts = await Promise.all(parts.map(async (_, index) => (await pagesOf(book.previewUrl ?? '', `/flow/${index + 1}`)).body))
  const shown = [...texts.join('').matchAll(/On page (\d+)/g)].map(([, page]) => Number(page))
  expect(Math.max(...shown)).toBe(sizes.length)
  expect(sizes.length).toBeLessThan(12)
})
