import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_WIDTHS } from '#contracts/reading/page-widths.ts'
import { addMadePages } from '#tests/support/made-pages.ts'
import { testPricedParts } from '#tests/support/priced-parts.ts'
import { recordStatements } from '#tests/support/record-statements.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const pdf = async (options: Parameters<typeof buildPdf>[0]) => Buffer.from(await (await buildPdf(options)).arrayBuffer())
const pagesOf = (key: string, rest = '') => app.get(`/api/media/${key}/pages${rest}`)

test('the page list, texts and images of a free book are rendered on request', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await pdf({ title: 'Demand' }) })
  const response = await pagesOf(pdfUrl)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toEqual({
    sizes: Array(3).fill([300, 420]),
    labels: null,
    outline: [],
    hasText: true,
    hasFlow: true,
    direction: null,
  })
  const text = await pagesOf(pdfUrl, '/2/text')
  expect(text.json()).toMatchObject({
    direction: 'ltr',
    runs: [[20, expect.closeTo(28, -1), expect.any(Number), 14, 'Page 2 of Demand', 1]],
  })
  for (const width of PAGE_WIDTHS) {
    for (const format of ['avif', 'webp']) {
      const picture = await pagesOf(pdfUrl, `/3/${width}.${format}`)
      expect(picture.statusCode, picture.body).toBe(200)
      expect(picture.headers['content-type']).toBe(`image/${format}`)
      expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width, height: Math.round(width * 1.4) })
    }
  }
})

testPricedParts('the pages of a priced book', {
  app: () => app,
  parts: ['', '/1/text', '/1/480.avif', '/2/1600.webp'],
  content: (title) => pdf({ title }),
})

test('caches may store public page images forever and other page data for a day, and revalidate with the ETag', {
  tags: ['full'],
}, async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await pdf({ title: 'Cached' }) })
  await pagesOf(pdfUrl, '/flow')
  for (const part of ['', '/1/text', '/1/480.avif']) {
    const { headers } = await pagesOf(pdfUrl, part)
    expect(headers['cache-control'], part).toBe(part.endsWith('.avif') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    const again = await app.get(`/api/media/${pdfUrl}/pages${part}`, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body], part).toEqual([304, ''])
  }
})

test('a request for one page does not read the page list, and data that the client or the cache already has is not read', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await pdf({ title: 'Frugal' }) })
  const parts = ['', '/flow', '/flow/1', '/2/text', '/2/480.avif']
  await addMadePages(app.services, pdfUrl, ['one', 'two', 'three'])
  await pagesOf(pdfUrl)
  for (const part of parts) {
    const statements = await recordStatements(() => pagesOf(pdfUrl, part))
    if (part) expect(statements.join('\n'), part).not.toMatch(/"sizes"|"outline"/)
    // The query parameter makes a new URL, so that the request is not served from the response cache.
    const again = await recordStatements(async () => expect((await pagesOf(pdfUrl, `${part}?grant=x`)).statusCode).toBe(200))
    if (!part.endsWith('.avif')) expect(again.join('\n'), part).not.toMatch(/"runs"|"blocks"|"sizes"|flow::text/)
    const { headers } = await pagesOf(pdfUrl, part)
    const known = await recordStatements(() =>
      app.get(`/api/media/${pdfUrl}/pages${part}?grant=y`, { 'if-none-match': String(headers.etag) }),
    )
    expect(known.length, part).toBeLessThanOrEqual(part ? 0 : 1)
  }
})

test('JSON bodies of pages are sent compressed', async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await pdf({ title: 'Compressed' }) })
  await addMadePages(app.services, pdfUrl, ['word '.repeat(2000)])
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers, rawPayload } = await app.get(`/api/media/${pdfUrl}/pages/1/text`, { 'accept-encoding': encoding })
    expect([headers['content-encoding'], headers['content-length']]).toEqual([
      encoding === 'identity' ? undefined : encoding,
      String(rawPayload.length),
    ])
    expect(rawPayload.length < 2000, encoding).toBe(encoding !== 'identity')
  }
})

test('a network that reads all texts of a book delays a request from another network by one turn of the queue', {
  tags: ['full'],
}, async () => {
  const { pdfUrl } = await storeBook(app.services, { content: await pdf({ title: 'Walked' }) })
  await addMadePages(
    app.services,
    pdfUrl,
    Array.from({ length: 60 }, (_, page) => `${page} ${'word '.repeat(5000)}`),
  )
  const order: string[] = []
  const ask = async (page: number, remoteAddress: string) => {
    const url = `/api/media/${pdfUrl}/pages/${page}/text`
    const { statusCode } = await app.app.inject({ method: 'GET', url, remoteAddress, headers: { 'accept-encoding': 'br' } })
    expect(statusCode).toBe(200)
    order.push(remoteAddress)
  }
  const walk = Array.from({ length: 59 }, (_, index) => ask(index + 1, '10.0.0.1'))
  await Promise.all([...walk, ask(60, '10.9.9.9')])
  // Each request takes two turns of the queue: one to read the text and one to compress it.
  expect(order.indexOf('10.9.9.9')).toBeLessThan(20)
})

test('requests for unknown keys, pages out of range and unknown widths are refused', async () => {
  const book = await storeBook(app.services, { content: await pdf({ title: 'Short', pages: 2 }) })
  const expectProblem = async (key: string, rest: string, status: number, code: string) => {
    const response = await pagesOf(key, rest)
    expect([response.statusCode, response.json().code], rest).toEqual([status, code])
  }
  for (const rest of ['', '/1/text', '/1/480.avif']) {
    await expectProblem(`${'0'.repeat(64)}.pdf`, rest, 404, 'not_found')
    await expectProblem('nothing', rest, 404, 'not_found')
    await expectProblem(book.cover.sources[0]?.path ?? '', rest, 404, 'no_pages')
  }
  for (const page of [0, 3, 1e9]) await expectProblem(book.pdfUrl, `/${page}/text`, 404, 'not_found')
  for (const page of [0, 3, 1e9]) await expectProblem(book.pdfUrl, `/${page}/720.avif`, 404, 'not_found')
  for (const rest of ['/x/text', '/1/481.avif', '/1/480.png']) await expectProblem(book.pdfUrl, rest, 400, 'invalid_request')
})

test('an unreadable PDF has no pages, and rendering is not retried', { tags: ['full'] }, async () => {
  const { pdfUrl } = await storeBook(app.services)
  for (const rest of ['', '/1/text', '/1/480.avif', '']) {
    const response = await pagesOf(pdfUrl, rest)
    expect([response.statusCode, response.json().code]).toEqual([404, 'no_pages'])
  }
})

test('background work renders all pages of a file and increments the catalogue version once; the renditions are deleted with the last database row that refers to the file', {
  tags: ['full'],
}, async () => {
  const services = app.services
  const make = () => services.reading.bookPages.makeInBackground(new AbortController().signal)
  await make()
  const content = await pdf({ title: 'Background', pages: 14 })
  const [book, twin] = [await storeBook(services, { content }), await storeBook(services, { content })]
  const before = services.catalogueVersion.current()
  await make()
  expect(services.catalogueVersion.current()).toBe(before + 1)
  expect(await services.reading.bookPages.progress()).toMatchObject({ waiting: 0 })
  const count = async (table: string) =>
    (await services.database.pool.query(`select count(*)::int as n from ${table} where file_key = $1`, [book.pdfUrl])).rows[0].n
  expect([await count('page_texts'), await count('book_page_pictures')]).toEqual([14, 14])
  const { rows: packs } = await services.database.pool.query<{ key: string }>(
    'select distinct pack_key as key from book_page_pictures where file_key = $1',
    [book.pdfUrl],
  )
  expect(packs).toHaveLength(2)
  for (const { key } of packs) expect((await app.get(`/api/media/${key}`)).statusCode).toBe(404)

  await services.catalogue.books.deleteForGood(book.id)
  expect((await pagesOf(twin.pdfUrl, '/14/720.avif')).statusCode).toBe(200)
  await services.catalogue.books.deleteForGood(twin.id)
  expect([await count('page_texts'), await count('book_page_pictures'), await count('book_page_sets')]).toEqual([0, 0, 0])
  for (const { key } of packs) expect(await services.library.store.size(key)).toBeUndefined()
})

test('page images that can’t be stored leave no files behind, and are rendered at the next request', { tags: ['full'] }, async () => {
  const { library } = app.services
  const book = await storeBook(app.services, { content: await pdf({ title: 'Interrupted' }) })
  await pagesOf(book.pdfUrl)
  const files = async () => (await Array.fromAsync(library.store.keys())).length
  const before = await files()
  const { put } = library.store
  library.store.put = async (file) => {
    await put(file)
    throw new Error('The app is killed here')
  }
  const failed = await pagesOf(book.pdfUrl, '/1/480.avif')
  library.store.put = put
  expect(failed.statusCode).toBe(500)
  expect(await files()).toBe(before)
  expect((await pagesOf(book.pdfUrl, '/1/480.avif')).statusCode).toBe(200)
})

test('no pages are available if page rendering is disabled', { tags: ['full'] }, async () => {
  const off = await openTestApp({ RENDITIONS: 'off' })
  const { id, pdfUrl } = await storeBook(off.services, { content: await pdf({ title: 'Off' }) })
  expect((await off.get(`/api/books/${id}`)).json()).toMatchObject({ contents: [], pagesBytes: null })
  const response = await off.get(`/api/media/${pdfUrl}/pages`)
  expect([response.statusCode, response.json().code]).toEqual([404, 'no_pages'])
  expect(await off.services.reading.bookPages.progress()).toBeNull()
  await off.close()
})

test('pages are rendered only when a reader requests them if RENDITIONS=asked', {
  tags: ['full'],
}, async () => {
  const asked = await openTestApp({ RENDITIONS: 'asked' })
  const workers = ({ services }: TestApp) => services.features.flatMap(({ workers = [] }) => workers.map(({ name }) => name))
  expect(workers(app)).toContain('render book pages')
  expect(workers(asked)).not.toContain('render book pages')
  const { pdfUrl } = await storeBook(asked.services, { content: await pdf({ title: 'Asked' }) })
  expect(await asked.services.reading.bookPages.progress()).toMatchObject({ waiting: 1 })
  expect((await asked.get(`/api/media/${pdfUrl}/pages/1/480.avif`)).statusCode).toBe(200)
  await asked.close()
})
