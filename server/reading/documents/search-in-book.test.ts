import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { entitle } from '#tests/support/entitle.ts'
import { buildPdf } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

/** Stores a book whose page texts are not extracted yet. */
async function store(title: string, price = 0): Promise<Book> {
  const content = Buffer.from(await (await buildPdf({ title })).arrayBuffer())
  return storeBook(app.services, { title, price, content })
}
const search = (key: string, q: string, grant = '') => app.get(`/api/media/${key}/pages/search?q=${encodeURIComponent(q)}${grant}`)
const read = (key: string, page: number, grant = '') => app.get(`/api/media/${key}/pages/${page}/text${grant}`)

test('a search in a book returns the matching pages in order, and whether the texts of all pages were searched', async () => {
  const { pdfUrl } = await store('Ngoma’s café')
  await read(pdfUrl, 2)
  expect((await search(pdfUrl, 'ngoma')).json<PageHits>()).toMatchObject({ hits: [{ page: 2 }], total: 1, isComplete: false })
  for (const page of [1, 3]) await read(pdfUrl, page)
  const response = await search(pdfUrl, 'cafe')
  expect(response.headers).toMatchObject({ 'cache-control': 'public, no-cache', 'cross-origin-resource-policy': 'cross-origin' })
  expect(response.json<PageHits>()).toMatchObject({ total: 3, isComplete: true, hits: [{ page: 1 }, { page: 2 }, { page: 3 }] })
  expect(response.json<PageHits>().hits[0]?.text[1]).toBe('café')
  expect(response.json<PageHits>().hits.map(({ count }) => count)).toEqual([1, 1, 1])
  expect((await search(pdfUrl, '"page 3 of"')).json<PageHits>().hits.map(({ page }) => page)).toEqual([3])
  expect((await search(pdfUrl, 'nowhere')).json()).toEqual({ hits: [], total: 0, isComplete: true, suggestion: null })
})

test('a search in a book without matches suggests similar words of the book, if these have matches', async () => {
  const { pdfUrl } = await store('Swallows in the chimney')
  await read(pdfUrl, 1)
  const suggestion = async (q: string) => (await search(pdfUrl, q)).json<PageHits>().suggestion
  expect(await suggestion('Swalows chimny')).toBe('swallows chimney')
  expect(await suggestion('"swalows in the chimney"')).toBe('"swallows in the chimney"')
  expect(await suggestion('swallows')).toBeNull()
  expect(await suggestion('zebra')).toBeNull()
})

test('a search in a book covers only the file of this book', async () => {
  const [one, other] = await Promise.all([store('Mbira'), store('Hosho')])
  await Promise.all([read(one.pdfUrl, 1), read(other.pdfUrl, 1)])
  expect((await search(one.pdfUrl, 'hosho')).json<PageHits>().total).toBe(0)
  expect((await search(other.pdfUrl, 'hosho')).json<PageHits>().total).toBe(1)
})

test('a bought book is searchable only with a grant for its file, until a refund, and the response is not cached', async () => {
  const { id, pdfUrl } = await store('Marimba', 3)
  const owner = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: id }
  await entitle(app.services, owner)
  const { url } = await app.services.shop.access.nextAction(
    { ...owner, currency: 'USD', returnUrl: 'http://here/' },
    ['http://here'],
    '127.0.0.1',
  )
  const grant = new URL(url ?? '', 'http://here').search.replace('?', '&')
  await read(pdfUrl, 1, grant.replace('&', '?'))
  for (const wrong of ['', '&grant=made-up']) {
    const refused = await search(pdfUrl, 'marimba', wrong)
    expect(refused.statusCode).toBe(403)
    expect(refused.body.toLowerCase()).not.toContain('page 1')
  }
  const opened = await search(pdfUrl, 'marimba', grant)
  expect(opened.json<PageHits>().total).toBe(1)
  expect(opened.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
  await entitle(app.services, owner, false)
  expect((await search(pdfUrl, 'marimba', grant)).statusCode).toBe(403)
})

test('a search in a file without pages, in a missing file or with an empty query is refused', async () => {
  const { pdfUrl } = await storeBook(app.services)
  const noPages = await search(pdfUrl, 'page')
  expect([noPages.statusCode, noPages.json().code]).toEqual([404, 'no_pages'])
  expect((await search(`${'0'.repeat(64)}.pdf`, 'page')).statusCode).toBe(404)
  expect((await search(pdfUrl, ' ')).statusCode).toBe(400)
})
