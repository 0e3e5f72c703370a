import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Book, BookDetails } from '#contracts/catalogue/book.ts'
import type { AdminMadeEpub } from '#contracts/catalogue/made-epub.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { askForGrant, entitle } from '#tests/support/entitle.ts'
import { addMadeEpub, setOfferEpub } from '#tests/support/made-epubs.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildBookForm, buildPdf, toForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const CONTENT = Buffer.from('PK the words of a book')

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const change = (id: string, changes: Parameters<typeof toForm>[0]) => app.sendForm('PATCH', `/api/books/${id}`, toForm(changes))
const stateOf = async ({ id }: Pick<Book, 'id'>) => (await app.get(`/api/admin/books/${id}/epub`, app.bearer)).json<AdminMadeEpub>()
const view = async ({ id }: Pick<Book, 'id'>) => (await app.get(`/api/books/${id}`)).json<BookDetails>()
const fetchEpub = ({ pdfUrl }: Pick<Book, 'pdfUrl'>, grant = '') =>
  app.get(`/api/media/${pdfUrl}/book.epub${grant && `?grant=${encodeURIComponent(grant)}`}`)
const refusalOf = async (id: string, changes: Parameters<typeof toForm>[0] = {}) => {
  const response = await change(id, { offerEpub: 'yes', ...changes })
  return response.statusCode === 400 ? response.json<Problem>().errors?.[0]?.message : response.statusCode
}

async function storeOffered(changes: Parameters<typeof storeBook>[1] = {}) {
  const book = await storeBook(app.services, changes)
  await addMadeEpub(app.services, book.pdfUrl, Buffer.concat([CONTENT, Buffer.from(book.id)]))
  expect((await change(book.id, { offerEpub: 'yes' })).statusCode).toBe(200)
  return book
}

test('the EPUB of a free book is for everyone once it is switched on, and for administrators before', async () => {
  const book = await storeBook(app.services)
  expect(await stateOf(book)).toEqual({ state: 'waiting', score: null, bytes: null, url: null })
  expect(await refusalOf(book.id)).toContain('is not made yet')
  await addMadeEpub(app.services, book.pdfUrl, CONTENT)
  expect(await view(book)).toMatchObject({ offerEpub: false, madeEpub: null })
  expect((await fetchEpub(book)).statusCode).toBe(404)
  const { url, ...made } = await stateOf(book)
  expect(made).toEqual({ state: 'made', score: 0.97, bytes: CONTENT.length })
  const looked = await app.get(`/api/media/${url}`)
  expect([looked.statusCode, looked.body, looked.headers['cache-control']]).toEqual([200, String(CONTENT), 'private, no-store'])

  expect((await change(book.id, { offerEpub: 'yes' })).statusCode).toBe(200)
  expect(await view(book)).toMatchObject({
    offerEpub: true,
    madeEpub: { url: `${book.pdfUrl}/book.epub`, bytes: CONTENT.length },
  })
  const { statusCode, headers, body } = await fetchEpub(book)
  expect([statusCode, body]).toEqual([200, String(CONTENT)])
  expect(headers).toMatchObject({
    'content-type': 'application/epub+zip',
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'content-disposition': `inline; filename*=UTF-8''Sow%20in%20Season.epub`,
  })
  const known = await app.get(`/api/media/${book.pdfUrl}/book.epub`, { 'if-none-match': String(headers.etag) })
  expect(known.statusCode).toBe(304)
  await change(book.id, { offerEpub: 'no' })
  expect((await fetchEpub(book)).statusCode).toBe(404)
})

test('the EPUB of a priced book is for its owners only, as long as it is switched on', async () => {
  const book = await storeOffered({ price: 3 })
  const owner = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: book.id }
  await entitle(app.services, owner)
  const grant = (await askForGrant(app, owner)) ?? ''
  expect((await fetchEpub(book)).statusCode).toBe(403)
  expect((await fetchEpub(book, grant)).statusCode).toBe(200)
  await change(book.id, { offerEpub: '' })
  expect((await fetchEpub(book, grant)).statusCode).toBe(404)
  await change(book.id, { offerEpub: 'yes' })
  await entitle(app.services, owner, false)
  expect((await fetchEpub(book, grant)).statusCode).toBe(403)
})

test('the switch says why it can’t be turned on', async () => {
  const poor = await storeBook(app.services)
  await addMadeEpub(app.services, poor.pdfUrl, 'poor')
  const failed = await storeBook(app.services)
  await addMadeEpub(app.services, failed.pdfUrl, 'failed')
  const own = await storeBook(app.services)
  await addMadeEpub(app.services, own.pdfUrl, CONTENT)
  await change(own.id, { epub: await buildEpub({ title: 'Own' }) })
  expect([await refusalOf(poor.id), await refusalOf(failed.id), await refusalOf(own.id)]).toEqual([
    'The text of this PDF can’t be extracted well enough for an EPUB.',
    'No EPUB can be made from this PDF.',
    'The book has an EPUB file, which is offered.',
  ])
  expect(await refusalOf(poor.id, { offerEpub: 'maybe' })).toBe('Enter yes or no.')
  expect((await stateOf(poor)).score).toBe(0.61)
  const added = await app.sendForm('POST', '/api/books', await buildBookForm({ pdf: undefined, epub: buildEpub(), offerEpub: 'yes' }))
  expect([added.statusCode, added.json<Problem>().errors?.[0]?.message]).toEqual([400, 'An EPUB is made from a PDF only.'])
})

test('the EPUB of another PDF is not offered before an administrator has looked at it', async () => {
  const book = await storeOffered()
  expect(await refusalOf((await storeBook(app.services)).id, { pdf: await buildPdf({ title: 'New' }) })).toBe(
    'Save the new PDF first, then look at its EPUB.',
  )
  expect((await change(book.id, { pdf: await buildPdf({ title: 'Another' }) })).statusCode).toBe(200)
  expect(await view(book)).toMatchObject({ offerEpub: false, madeEpub: null })
  const { changes } = (await app.get('/api/audit', app.bearer)).json<{ changes: object[] }[]>()[0] ?? { changes: [] }
  expect(changes).toContainEqual({ field: 'offerEpub', from: 'yes', to: 'no' })
})

test('a book with an EPUB file offers only that one, and a book in the bin offers none', async () => {
  const book = await storeOffered()
  await change(book.id, { epub: await buildEpub({ title: 'Own' }) })
  expect((await view(book)).madeEpub).toBeNull()
  expect((await fetchEpub(book)).statusCode).toBe(404)
  const binned = await storeOffered()
  await app.send('DELETE', `/api/books/${binned.id}`)
  expect((await fetchEpub(binned)).statusCode).toBeGreaterThanOrEqual(400)
})

test('OPDS catalogues list the EPUB as a further file: for free of a free book, with the purchase of a priced one', async () => {
  const free = await storeOffered({ title: 'Free' })
  const priced = await storeOffered({ title: 'Priced', price: 2 })
  const xml = (await app.get(`/opds/books/${free.id}`)).body
  expect(xml).toContain(
    `<link rel="http://opds-spec.org/acquisition/open-access" type="application/epub+zip" length="${CONTENT.length + 36}" href="http`,
  )
  expect(xml).toContain(`${free.pdfUrl}/book.epub"`)
  const { links } = (await app.get(`/opds/v2/books/${free.id}`)).json<{ links: { href: string; type: string }[] }>()
  expect(links.filter(({ href }) => href.includes(free.pdfUrl)).map(({ type }) => type)).toEqual([
    'application/pdf',
    'application/epub+zip',
  ])
  const sold = (await app.get(`/opds/v2/books/${priced.id}`)).body
  expect(sold).not.toContain('book.epub')
  expect(sold).toContain('"indirectAcquisition":[{"type":"application/pdf"},{"type":"application/epub+zip"}]')
})

test('an exported table has the switch', async () => {
  const book = await storeOffered({ title: 'Exported' })
  const table = (await app.get('/api/exports/books.csv', app.bearer)).body
  const [head = '', ...rows] = table.replace('\ufeff', '').trim().split('\r\n')
  const column = head.split(',').indexOf('offerEpub')
  expect(column).toBeGreaterThan(0)
  expect(rows.find((row) => row.startsWith('Exported'))).toContain('yes')
  await setOfferEpub(app.services, book.id, false)
  expect((await app.get('/api/exports/books.csv', app.bearer)).body.split('Exported')[1]?.split('\r\n')[0]).not.toContain('yes')
})
