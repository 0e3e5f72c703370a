import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { BookReflow, ReflowPart, ServedBookPages } from '#contracts/reading/book-reflow.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { askForGrant, entitle } from '#tests/support/entitle.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildBookForm, buildImage, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const LONG = [1, 2, 3].map((chapter) => `<h1>Chapter ${chapter}</h1><p>${`word${chapter} `.repeat(900)}</p>`)

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'asked' })
})
afterAll(() => app.close())

async function publish(changes: Parameters<typeof buildBookForm>[0]): Promise<BookDetails> {
  const response = await app.sendForm('POST', '/api/books', await buildBookForm(changes))
  expect(response.statusCode, response.body).toBe(201)
  return read(response.json<{ id: string }>().id)
}
const read = async (id: string) => (await app.get(`/api/admin/books/${id}`, app.bearer)).json<BookDetails>()
const change = (id: string, changes: Parameters<typeof toForm>[0]) => app.sendForm('PATCH', `/api/books/${id}`, toForm(changes))
const errorsOf = (response: { json: <Body>() => Body }) => response.json<Problem>().errors

describe('a book with an EPUB in place of a PDF', () => {
  test('is published, listed and read as text, with search and pages', async () => {
    const { id, ...book } = await publish({ pdf: undefined, epub: buildEpub({ documents: LONG }) })
    expect(book).toMatchObject({
      pageCount: 10,
      encrypted: false,
      previewUrl: null,
      editions: [{ format: 'epub', type: 'application/epub+zip' }],
    })
    expect(book.pdfUrl).toMatch(/^[0-9a-f]{64}\.epub$/)
    const items = (await app.get('/api/books')).json<BookDetails[]>()
    expect(items.find((item) => item.id === id)?.pdfUrl).toBe(book.pdfUrl)

    const media = `/api/media/${book.pdfUrl}`
    const pages = (await app.get(`${media}/pages`)).json<ServedBookPages>()
    expect(pages).toMatchObject({
      sizes: Array(10).fill(null),
      hasText: true,
      outline: [{ title: 'Chapter 1' }, { title: 'Chapter 2' }, { title: 'Chapter 3' }],
    })
    const { parts, language } = (await app.get(`${media}/pages/flow`)).json<BookReflow>()
    expect([parts.map(({ title }) => title), language]).toEqual([['Chapter 1', 'Chapter 2', 'Chapter 3'], 'en'])
    const { blocks } = (await app.get(`${media}/pages/flow/2`)).json<ReflowPart>()
    expect(blocks[0]).toMatchObject({ kind: 'heading', text: ['Chapter 2'] })
    expect((await app.get(`${media}/pages/search?q=word3`)).json<PageHits>().hits[0]).toMatchObject({ page: 7 })
    expect((await app.get(`${media}/pages/1/480.avif`)).statusCode).toBe(404)
    const whole = await app.get(media)
    expect([whole.statusCode, whole.headers['content-type']]).toEqual([200, 'application/epub+zip'])
    const found = (await app.get('/api/search?q=word3')).json<{ results: { path: string }[] }>()
    expect(JSON.stringify(found)).toContain('Sow in Season')
  })

  test('shows its pictures in two formats and two widths, and leaves out those that can’t be displayed', async () => {
    const picture = async (options: Parameters<typeof buildImage>[0]) => new Uint8Array(await (await buildImage(options)).arrayBuffer())
    const { pdfUrl } = await publish({
      pdf: undefined,
      epub: buildEpub({
        documents: [
          '<p>Look:</p><img src="map.png" alt="A map"/><img src="broken.png" alt="Broken"/><img src="gone.png" alt="Gone"/><img src="map.png" alt=""/>',
        ],
        files: { 'EPUB/map.png': await picture({ width: 1200, height: 900 }), 'EPUB/broken.png': 'no picture' },
      }),
    })
    const { blocks } = (await app.get(`/api/media/${pdfUrl}/pages/flow/1`)).json<ReflowPart>()
    const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block] : []))
    expect(pictures.map(({ alt, image }) => [alt, image?.width, image?.sources.length])).toEqual([
      ['A map', 1200, 4],
      ['Broken', undefined, undefined],
      ['Gone', undefined, undefined],
      [undefined, 1200, 4],
    ])
    for (const { file, type } of pictures[0]?.image?.sources ?? []) {
      const url = `/api/media/${pdfUrl}/pages/images/${file}`
      const response = await app.get(url)
      expect([response.statusCode, response.headers['content-type'], response.rawPayload.length > 100]).toEqual([200, type, true])
      expect((await app.get(url, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304)
      expect((await app.get(`/api/media/${file}`)).statusCode).toBe(404)
    }
    expect((await app.get(`/api/media/${pdfUrl}/pages/images/${'0'.repeat(64)}.webp`)).statusCode).toBe(404)
  })

  test('is priced with a preview of the first pages, and opens for buyers alone', async () => {
    const book = await publish({ title: 'Priced', price: '4', pdf: undefined, epub: buildEpub({ title: 'Priced', documents: LONG }) })
    expect(book.previewUrl).toMatch(/\.epub$/)
    const texts = async (key: string, grant = '') => {
      const { parts } = (await app.get(`/api/media/${key}/pages/flow${grant}`)).json<BookReflow>()
      const bodies = await Promise.all(parts.map((_, index) => app.get(`/api/media/${key}/pages/flow/${index + 1}${grant}`)))
      return bodies.map(({ body }) => body).join()
    }
    const preview = await texts(book.previewUrl ?? '')
    expect(preview).toContain('word1')
    expect(preview).not.toContain('word3')
    for (const path of ['', '/pages', '/pages/flow', '/pages/flow/1', '/pages/search?q=word3'])
      expect((await app.get(`/api/media/${book.pdfUrl}${path}`)).statusCode, path).toBe(403)
    const buyer = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: book.id }
    await entitle(app.services, buyer)
    expect(await texts(book.pdfUrl, `?grant=${await askForGrant(app, buyer)}`)).toContain('word3')
  })

  test('gets a preview with its price, and its file is public again when it is free', async () => {
    const { id, pdfUrl } = await publish({
      title: 'Later priced',
      pdf: undefined,
      epub: buildEpub({ title: 'Later priced', documents: LONG }),
    })
    expect((await change(id, { price: '3' })).statusCode).toBe(200)
    expect((await read(id)).previewUrl).toMatch(/\.epub$/)
    expect((await app.get(`/api/media/${pdfUrl}`)).statusCode).toBe(403)
    expect((await change(id, { price: '0' })).statusCode).toBe(200)
    expect((await app.get(`/api/media/${pdfUrl}`)).statusCode).toBe(200)
  })

  test('has its type in the catalogues for reading apps', async () => {
    const { slug, pdfUrl } = await publish({ title: 'For apps', pdf: undefined, epub: buildEpub({ title: 'For apps' }) })
    for (const url of ['/opds/books', `/opds/v2/books/${slug}`]) {
      const { body } = await app.get(url)
      expect(body, url).toContain(pdfUrl)
      expect(body, url).toContain('application/epub+zip')
    }
  })
})

describe('files of a book', () => {
  test('a book without a PDF and without an EPUB is refused', async () => {
    const refused = await app.sendForm('POST', '/api/books', await buildBookForm({ pdf: undefined }))
    expect([refused.statusCode, errorsOf(refused)]).toEqual([400, [{ field: 'pdf', message: 'Choose a PDF file.' }]])
  })

  test('an EPUB is added beside the PDF, which is still the file that is read, and is removed and restored', async () => {
    const { id, pdfUrl } = await publish({ title: 'Both' })
    expect((await change(id, { epub: buildEpub({ title: 'Both' }) })).statusCode).toBe(200)
    const both = await read(id)
    expect([both.pdfUrl, both.editions.map(({ format }) => format).toSorted()]).toEqual([pdfUrl, ['epub', 'pdf']])
    const [epub] = both.editions.filter(({ format }) => format === 'epub')

    expect((await change(id, { epub: '' })).statusCode).toBe(200)
    expect((await read(id)).editions.map(({ format }) => format)).toEqual(['pdf'])
    expect((await app.get(`/api/media/${epub?.url}`)).statusCode).toBe(403)
    const { former } = (await app.get(`/api/admin/books/${id}/files`, app.bearer)).json<{ former: { id: string; field: string }[] }>()
    expect(former).toMatchObject([{ field: 'epub' }])
    expect((await app.send('POST', `/api/admin/books/${id}/former-files/${former[0]?.id}/restore`, {})).statusCode).toBe(200)
    expect((await read(id)).editions.map(({ url }) => url)).toContain(epub?.url)
    expect((await app.get(`/api/media/${epub?.url}`)).statusCode).toBe(200)
  })

  test('the only file of a book can’t be removed', async () => {
    const { id } = await publish({ title: 'Only one', pdf: undefined, epub: buildEpub({ title: 'Only one' }) })
    const refused = await change(id, { epub: '' })
    expect([refused.statusCode, errorsOf(refused)]).toEqual([
      400,
      [{ field: 'epub', message: 'The book has no other file. Choose another one first.' }],
    ])
    expect((await change(id, { epub: '', pdf: await buildPdf({ title: 'Only one' }) })).statusCode).toBe(200)
    expect((await read(id)).editions.map(({ format }) => format)).toEqual(['pdf'])
  })

  test('a replaced EPUB is kept for administrators, and a deleted book leaves no files', async () => {
    const before = (await storedKeys(app.services)).length
    const { id, pdfUrl } = await publish({ title: 'Replaced', pdf: undefined, epub: buildEpub({ title: 'Replaced' }), price: '2' })
    await app.get(`/api/media/${pdfUrl}/pages`)
    expect((await change(id, { epub: buildEpub({ title: 'Second edition' }) })).statusCode).toBe(200)
    expect((await read(id)).pdfUrl).not.toBe(pdfUrl)
    await app.services.catalogue.books.deleteForGood(id)
    expect((await storedKeys(app.services)).length).toBe(before)
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test.each([
    ['a PDF', () => buildPdf(), 415],
    ['an archive of another kind', () => new Blob([new Uint8Array([0x50, 0x4b, 3, 4, ...new Array(100).fill(0)])]), 415],
    ['an EPUB of a fixed layout', () => buildEpub({ metadata: '<meta property="rendition:layout">pre-paginated</meta>' }), 400],
    ['a damaged EPUB', async () => new Blob([(await buildEpub().arrayBuffer()).slice(0, 900)]), 400],
  ])('%s is refused in the field of the EPUB, and leaves no files', async (_, build, status) => {
    const refused = await app.sendForm('POST', '/api/books', await buildBookForm({ epub: await build() }))
    expect([refused.statusCode, errorsOf(refused)?.map(({ field }) => field)]).toEqual([status, ['epub']])
    expect(await temporaryFiles(app.services)).toEqual([])
  })
})
