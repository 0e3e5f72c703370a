import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book, BookDetails, BookEdition } from '#contracts/catalogue/book.ts'
import type { ItemFiles } from '#contracts/catalogue/item-files.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { PreviewLink } from '#contracts/site/site-sections.ts'
import { askForGrant, entitle } from '#tests/support/entitle.ts'
import { buildBookForm, buildChapteredMp3, buildMp3, toForm } from '#tests/support/sample-files.ts'
import { storedKeys, storeLowBitrateAudio, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const CHAPTERS = [
  { start: 0, title: 'Opening' },
  { start: 60, title: 'The field' },
]
/** Recording of 200 seconds */
const RECORDING = buildChapteredMp3(Math.ceil((200 * 44_100) / 1152), CHAPTERS)
const toBlob = (content: Buffer) => new Blob([new Uint8Array(content)], { type: 'audio/mpeg' })

let published = 0
/** Returns a recording that no other book has, since a file of a free book is public, whichever other book has it too. */
const nextRecording = () => toBlob(Buffer.concat([RECORDING, buildMp3(++published)]))

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ RENDITIONS: 'asked' })
})
afterAll(() => app.close())

async function publish(changes: Parameters<typeof buildBookForm>[0]): Promise<BookDetails> {
  const response = await app.sendForm('POST', '/api/books', await buildBookForm({ audio: nextRecording(), ...changes }))
  expect(response.statusCode, response.body).toBe(201)
  return read(response.json<{ id: string }>().id)
}
const read = async (id: string) => (await app.get(`/api/admin/books/${id}`, app.bearer)).json<BookDetails>()
const change = (id: string, changes: Parameters<typeof toForm>[0]) => app.sendForm('PATCH', `/api/books/${id}`, toForm(changes))
const status = async (path: string) => (await app.get(`/api/media/${path}`)).statusCode

function audioOf({ editions }: BookDetails): BookEdition {
  const edition = editions.find(({ format }) => format === 'audio')
  if (!edition) throw new Error('The book has no audiobook')
  return edition
}

describe('an audiobook', () => {
  test('is published with the text, with its duration and the chapters of the file', async () => {
    const book = await publish({})
    expect(book.pdfUrl).toMatch(/\.pdf$/)
    expect(book.pageCount).toBe(3)
    const edition = audioOf(book)
    expect(edition).toMatchObject({
      type: 'audio/mpeg',
      bytes: RECORDING.length + 417,
      previewUrl: null,
      lowBitrate: null,
      chapters: CHAPTERS,
    })
    expect(edition.durationSeconds).toBeCloseTo(200, 0)
    expect(await status(edition.url)).toBe(200)
    const [listed] = (await app.get('/api/books?q=sow')).json<Book[]>()
    expect(listed).toMatchObject({ id: book.id, pdfUrl: book.pdfUrl, hasAudio: true })
    expect(listed).not.toHaveProperty('editions')
  })

  test('has its low-bitrate audio in the response for the book, and under the address of the recording', async () => {
    const edition = audioOf(await publish({ title: 'With light' }))
    await storeLowBitrateAudio(app.services, edition.url, Buffer.from('light'))
    const book = (await app.get('/api/books/with-light')).json<BookDetails>()
    expect(audioOf(book).lowBitrate).toEqual({ type: 'audio/webm', bytes: 5 })
    expect((await app.get(`/api/media/${edition.url}/light`)).body).toBe('light')
  })

  test('of a priced book opens for buyers of the book alone, and has a sample for everyone', async () => {
    const book = await publish({ title: 'Priced', price: '4' })
    const { url, previewUrl } = audioOf(book)
    expect(await status(url)).toBe(403)
    const sample = await app.get(`/api/media/${previewUrl}`)
    expect([sample.statusCode, sample.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    expect(sample.rawPayload.length).toBeLessThan(RECORDING.length / 2)

    const buyer = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: book.id }
    const ask = async (format?: string) => {
      const request = { ...buyer, currency: 'USD', returnUrl: 'http://localhost/', ...(format && { format }) }
      return app.send('POST', '/api/get-next-action', request, {})
    }
    expect((await ask('audio')).json<NextActionResponse>().action).toContain('/checkout/')
    await entitle(app.services, buyer)
    expect((await ask()).json<NextActionResponse>().url).toContain(book.pdfUrl)
    const opened = (await ask('audio')).json<NextActionResponse>()
    expect(opened).toMatchObject({ action: 'view', url: expect.stringContaining(url) })
    expect((await app.get(opened.url ?? '')).rawPayload.length).toBe(audioOf(book).bytes)
    // A grant is bound to a file, since the purchase opens each of them with a grant of its own.
    const grant = await askForGrant(app, buyer)
    expect(await status(`${url}?grant=${grant}`)).toBe(403)

    await entitle(app.services, buyer, false)
    expect((await app.get(opened.url ?? '')).statusCode).toBe(403)
  })

  test('is not found for a book without one', async () => {
    const { id } = await publish({ title: 'Silent', audio: undefined })
    const request = { clientId: app.services.shop.access.newClientId(), product: 'book', productId: id, currency: 'USD' }
    const asked = { ...request, returnUrl: 'http://localhost/', format: 'audio' }
    expect((await app.send('POST', '/api/get-next-action', asked, {})).statusCode).toBe(404)
    expect((await app.send('POST', '/api/get-next-action', { ...asked, format: 'audiobook' }, {})).statusCode).toBe(400)
  })

  test('of several files is one recording with a chapter for each file', async () => {
    const files = { '1 Rain.mp3': buildMp3(4000), '2 Sun.mp3': buildMp3(4001), 'note.txt': Buffer.from('Read by Rudo') }
    const archive = toBlob(Buffer.from(zipSync(files, { level: 0 })))
    const edition = audioOf(await publish({ title: 'In parts', price: '2', audio: archive }))
    expect(edition).toMatchObject({
      type: 'audio/mpeg',
      url: expect.stringMatching(/\.mp3$/),
      chapters: [
        { start: 0, title: 'Rain' },
        { start: Math.round((4000 * 1152) / 44_100), title: 'Sun' },
      ],
    })
    expect(edition.previewUrl).toMatch(/\.mp3$/)
    expect(edition.durationSeconds).toBeCloseTo((8001 * 1152) / 44_100, 0)
    const wrong = toBlob(Buffer.from(zipSync({ 'a.mp3': buildMp3(9), 'b.txt.mp3': Buffer.from('text') })))
    const refused = await app.sendForm('POST', '/api/books', await buildBookForm({ audio: wrong }))
    expect(refused.json<Problem>().errors?.[0]).toEqual({
      field: 'audio',
      message: 'This recording can’t be used. “b.txt.mp3” is no recording.',
    })
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('does not replace the text of a book', async () => {
    const response = await app.sendForm('POST', '/api/books', await buildBookForm({ pdf: undefined, audio: nextRecording() }))
    expect([response.statusCode, response.json<Problem>().errors]).toMatchObject([400, [{ field: 'pdf', message: 'Choose a PDF file.' }]])
  })

  test('is replaced, restored and removed, and the text stays', async () => {
    const book = await publish({ title: 'Changing', price: '2' })
    const second = buildChapteredMp3(4000, [])
    expect((await change(book.id, { audio: toBlob(second) })).statusCode).toBe(200)
    const replaced = audioOf(await read(book.id))
    expect(replaced).toMatchObject({ bytes: second.length, chapters: [] })
    expect(replaced.previewUrl).not.toBeNull()

    const { former } = (await app.get(`/api/admin/books/${book.id}/files`, app.bearer)).json<ItemFiles>()
    expect(former).toMatchObject([{ field: 'audio', bytes: audioOf(book).bytes }])
    const restoring = `/api/admin/books/${book.id}/former-files/${former[0]?.id}/restore`
    expect((await app.send('POST', restoring, {}, app.bearer)).statusCode).toBe(200)
    expect(audioOf(await read(book.id))).toMatchObject({ url: audioOf(book).url, chapters: CHAPTERS })

    expect((await change(book.id, { audio: '' })).statusCode).toBe(200)
    const text = await read(book.id)
    expect([text.hasAudio, text.editions.map(({ format }) => format)]).toEqual([false, ['pdf']])
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('gets a sample with its price, and is public again when the book is free', async () => {
    const { id, editions } = await publish({ title: 'Later priced' })
    const { url } = audioOf({ editions } as BookDetails)
    expect((await change(id, { price: '3' })).statusCode).toBe(200)
    const { previewUrl } = audioOf(await read(id))
    expect([await status(url), await status(previewUrl ?? '')]).toEqual([403, 200])
    await change(id, { price: '0' })
    expect([await status(url), audioOf(await read(id)).previewUrl]).toEqual([200, null])
  })

  test('of a draft opens with a preview link', async () => {
    const { id } = await publish({ title: 'Draft', state: 'draft' })
    const edition = audioOf(await read(id))
    expect(await status(edition.url)).toBe(403)
    const link = (await app.send('POST', `/api/admin/books/${id}/preview-link`, {}, app.bearer)).json<PreviewLink>()
    const opened = await app.send('POST', '/api/site/preview', { token: new URL(link.url).hash.slice(1) }, {})
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
    const book = (await app.get(`/api/books/${id}`, { cookie })).json<BookDetails>()
    expect((await app.get(`/api/media/${audioOf(book).url}`)).statusCode).toBe(200)
  })

  test('is deleted with its book', async () => {
    const before = await storedKeys(app.services)
    const { id } = await publish({
      title: 'Passing',
      price: '3',
      audio: toBlob(buildChapteredMp3(9000, [{ start: 1, title: 'Only here' }])),
    })
    await app.services.catalogue.books.deleteForGood(id)
    expect(await storedKeys(app.services)).toEqual(before)
  })
})
