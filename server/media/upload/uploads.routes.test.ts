import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { DEFAULT_FILE_LIMITS, type UploadedRecording } from '#contracts/common/upload.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { buildRawPdf } from '#tests/support/raw-pdf.ts'
import { buildAudio, buildBookForm, buildPdf, buildPodcastForm } from '#tests/support/sample-files.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let pdf: Buffer
beforeAll(async () => {
  app = await openTestApp({ MAX_PDF_BYTES: String(1024 * 1024) })
  pdf = Buffer.from(await (await buildPdf({ pages: 40 })).arrayBuffer())
})
afterAll(() => app.close())

type Method = 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE'
const call = (method: Method, url: string, headers: Record<string, string> = {}, payload?: Buffer) =>
  app.app.inject({ method, url, headers: { ...app.bearer, 'tus-resumable': '1.0.0', ...headers }, ...(payload && { payload }) })

const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

const create = (size: number, { field = 'pdf', filename = 'book.pdf' } = {}, headers: Record<string, string> = {}) =>
  call('POST', '/api/uploads', { 'upload-length': String(size), 'upload-metadata': metadata({ field, filename }), ...headers })

/** Creates an upload and returns its id. */
async function begin(size: number, about: { field?: string; filename?: string } = {}): Promise<string> {
  const response = await create(size, about)
  expect(response.statusCode, response.body).toBe(201)
  return String(response.headers.location).split('/').at(-1) ?? ''
}

const piece = (id: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  call(
    'PATCH',
    `/api/uploads/${id}`,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
    bytes,
  )

async function upload(bytes: Buffer, about: { field?: string; filename?: string } = {}): Promise<string> {
  const id = await begin(bytes.length, about)
  expect((await piece(id, 0, bytes)).statusCode).toBe(204)
  return id
}

const offsetOf = async (id: string) => (await call('HEAD', `/api/uploads/${id}`)).headers['upload-offset']
const publish = async (values: Record<string, string | Blob | undefined>, headers?: Record<string, string>) =>
  app.sendForm('POST', '/api/books', await buildBookForm({ pdf: undefined, ...values }), headers)
const uploadsFolder = () => join(app.services.config.dataDir, 'uploads')
const keyOf = async (id: string) => (await readdir(uploadsFolder(), { recursive: true })).find((name) => name.endsWith(`/${id}`)) ?? ''

test('a HEAD request for an upload may have a content type', async () => {
  const id = await begin(10)
  const type = { 'content-type': 'application/offset+octet-stream' }
  expect((await call('HEAD', `/api/uploads/${id}`, type)).headers['upload-offset']).toBe('0')
  expect((await call('HEAD', '/api/uploads/none', type)).statusCode).toBe(404)
})

test('the API returns the configured file limits', async () => {
  const response = await app.get('/api/file-limits', app.bearer)
  expect(response.json()).toEqual({ ...DEFAULT_FILE_LIMITS, pdfBytes: 1024 * 1024 })
})

async function secondAdmin(): Promise<Record<string, string>> {
  const account = { ...app.admin, email: `${crypto.randomUUID()}@lectern.example` }
  await app.services.admin.admins.add(account)
  const { token } = await app.services.admin.sessions.login(account, '127.0.0.1')
  return { authorization: `Bearer ${token}` }
}

/** Backdates an upload by a day, as if it were idle. */
async function age(id: string) {
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(uploadsFolder(), await keyOf(id), 'bytes'), yesterday, yesterday)
}

describe('resumable uploads of administrators', () => {
  test('a resumable upload reports its offset, resumes there, and becomes a book with the digest of the whole file', async () => {
    const id = await begin(pdf.length)
    expect(id).toMatch(/^[A-Za-z0-9_-]{32}$/)
    const first = await piece(id, 0, pdf.subarray(0, 1000))
    expect([first.statusCode, first.headers['upload-offset'], first.headers['tus-resumable']]).toEqual([204, '1000', '1.0.0'])
    expect(first.headers['upload-expires']).toBeDefined()
    const head = await call('HEAD', `/api/uploads/${id}`)
    expect(head.headers).toMatchObject({ 'upload-offset': '1000', 'upload-length': String(pdf.length), 'cache-control': 'no-store' })
    expect(head.headers['upload-metadata']).toBe(metadata({ field: 'pdf', filename: 'book.pdf' }))
    expect((await piece(id, 1000, pdf.subarray(1000))).headers['upload-offset']).toBe(String(pdf.length))

    const response = await publish({ pdfUpload: id })
    expect(response.statusCode, response.body).toBe(201)
    const book = response.json<Book>()
    expect(book).toMatchObject({ pageCount: 40, pdfBytes: pdf.length })
    expect(book.pdfUrl).toBe(`${createHash('sha256').update(pdf).digest('hex')}.pdf`)
    expect((await app.get(`/api/media/${book.pdfUrl}`)).rawPayload.equals(pdf)).toBe(true)
    expect((await call('HEAD', `/api/uploads/${id}`)).statusCode).toBe(404)
    expect(await keyOf(id)).toBe('')
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('checking an uploaded recording returns its length, or the reason why it can’t be published, and does not remove the upload', async () => {
    const look = async (id: string, headers: Record<string, string> = app.bearer) => app.get(`/api/uploads/${id}/recording`, headers)
    const audio = Buffer.from(await buildAudio({ seconds: 75 }).arrayBuffer())
    const id = await upload(audio, { field: 'audio', filename: 'a.wav' })
    const found = (await look(id)).json<UploadedRecording>()
    const inPodcastApps = hasFfmpeg ? 'encoded' : 'unsupported'
    const chapters = { chapters: 0, chaptersLeftOut: 0 }
    expect(found).toEqual({ durationSeconds: expect.closeTo(75), duration: '1:15', convertedFrom: null, inPodcastApps, ...chapters })
    expect((await look(id, await secondAdmin())).statusCode).toBe(400)
    expect((await look(id, {})).statusCode).toBe(401)
    const form = await buildPodcastForm({ audio: undefined, audioUpload: id })
    expect((await app.sendForm('POST', '/api/podcasts', form)).json<Podcast>()).toMatchObject({ durationSeconds: expect.closeTo(75) })
    expect((await look(id)).statusCode).toBe(400)

    audio.writeUInt16LE(0x161, 20)
    const refused = await look(await upload(audio, { field: 'audio', filename: 'b.wav' }))
    const message = 'This recording can’t be used. Its audio is encoded as “0x0161”, which browsers can’t play. Export it as MP3 or AAC.'
    expect([refused.statusCode, refused.json<Problem>().errors]).toEqual([400, [{ field: 'audio', message }]])
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('checking an uploaded PDF returns its page count and whether it is blank, or the reason why it can’t be published, and does not remove the upload', async () => {
    const look = async (bytes: Buffer) => app.get(`/api/uploads/${await upload(bytes)}/document`, app.bearer)
    const blank = await PDFDocument.create()
    blank.addPage()
    expect((await look(pdf)).json()).toMatchObject({ pageCount: 40, notice: null })
    expect((await look(Buffer.from(await blank.save()))).json()).toEqual({
      pageCount: 1,
      notice: 'blank',
      findings: [],
      language: null,
      books: [],
    })
    const locked = `${buildRawPdf('')}`.replace(
      'trailer\n<<',
      '9 0 obj\n<< /Filter /EBX_HANDLER /V 4 >>\nendobj\ntrailer\n<< /Encrypt 9 0 R',
    )
    const refused = await look(Buffer.from(locked))
    const message = 'This PDF can’t be used. It is copy-protected (EBX_HANDLER). Choose a PDF without copy protection.'
    expect([refused.statusCode, refused.json<Problem>().errors]).toEqual([400, [{ field: 'pdf', message }]])
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('checking an uploaded PDF reports the books that have the same PDF', async () => {
    const file = await buildPdf({ title: 'Twice' })
    const { id, title } = (await publish({ title: 'The first', pdf: file })).json<Book>()
    const twice = await upload(Buffer.from(await file.arrayBuffer()))
    expect((await app.get(`/api/uploads/${twice}/document`, app.bearer)).json()).toMatchObject({ books: [{ id, name: title }] })
  })

  test('an uploaded recording can be published as a new episode, or replace the recording of an existing episode', async () => {
    const audio = Buffer.from(await buildAudio({ seconds: 3 }).arrayBuffer())
    const form = await buildPodcastForm({ audio: undefined, audioUpload: await upload(audio, { field: 'audio', filename: 'a.wav' }) })
    const episode = (await app.sendForm('POST', '/api/podcasts', form)).json<Podcast>()
    expect(episode).toMatchObject({ audioBytes: audio.length, audioType: 'audio/wav' })

    const longer = Buffer.from(await buildAudio({ seconds: 7 }).arrayBuffer())
    const change = new FormData()
    change.set('audioUpload', await upload(longer, { field: 'audio' }))
    const changed = await app.sendForm('PATCH', `/api/podcasts/${episode.id}`, change)
    expect(changed.json<Podcast>()).toMatchObject({ audioBytes: longer.length, duration: '0:07' })
  })

  test('the request that creates an upload may contain its first bytes', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        ...app.bearer,
        'tus-resumable': '1.0.0',
        'upload-length': String(pdf.length),
        'upload-metadata': metadata({ field: 'pdf', filename: 'a.pdf' }),
        'content-type': 'application/offset+octet-stream',
      },
      payload: pdf,
    })
    expect([response.statusCode, response.headers['upload-offset']]).toEqual([201, String(pdf.length)])
    expect((await publish({ pdfUpload: String(response.headers.location).split('/').at(-1) })).statusCode).toBe(201)
  })

  test('an upload can be deleted', async () => {
    const id = await begin(pdf.length)
    expect((await call('DELETE', `/api/uploads/${id}`)).statusCode).toBe(204)
    expect((await call('DELETE', `/api/uploads/${id}`)).statusCode).toBe(404)
    expect(await keyOf(id)).toBe('')
  })

  test('an upload can be written, read and deleted with POST if the network permits no other method', async () => {
    const id = await begin(pdf.length)
    const override = (method: string, headers: Record<string, string> = {}, bytes?: Buffer) =>
      call('POST', `/api/uploads/${id}`, { 'x-http-method-override': method, ...headers }, bytes)
    const type = { 'content-type': 'application/offset+octet-stream' }
    expect((await override('PATCH', { 'upload-offset': '0', ...type }, pdf.subarray(0, 1000))).headers['upload-offset']).toBe('1000')
    expect((await override('HEAD')).headers).toMatchObject({ 'upload-offset': '1000', 'cache-control': 'no-store' })
    expect((await override('PATCH', { 'upload-offset': '1000' }, pdf.subarray(1000))).statusCode).toBe(415)
    expect((await override('DELETE')).statusCode).toBe(204)
    expect((await override('HEAD')).statusCode).toBe(404)
    for (const method of ['POST', 'GET', 'BREW']) expect((await override(method)).statusCode, method).toBe(405)
  })

  test('the upload API returns its limits to other origins as well, without a preflight request', async () => {
    const shop = 'https://shop.example'
    const own = await openTestApp({ ALLOWED_ORIGINS: shop })
    onTestFinished(own.close)
    const ask = (headers: Record<string, string>) => own.app.inject({ method: 'OPTIONS', url: '/api/uploads', headers })
    for (const headers of [own.bearer, { ...own.bearer, origin: shop }]) {
      const answer = await ask(headers)
      expect([answer.statusCode, answer.headers['tus-version']]).toEqual([204, '1.0.0'])
    }
    const preflight = await ask({ origin: shop, 'access-control-request-method': 'PATCH' })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, shop])
  })

  test('the upload API returns its limits and extensions', async () => {
    const { headers, statusCode } = await call('OPTIONS', '/api/uploads')
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-extension': 'creation,creation-with-upload,termination,expiration' })
    expect(Number(headers['tus-max-size'])).toBe(app.services.config.limits.audioBytes)
  })
})

describe('refusing a resumable upload', () => {
  test('an upload over the limit of its kind is refused before any bytes are sent', async () => {
    const response = await create(1024 * 1024 + 1)
    expect(response.statusCode).toBe(413)
    expect(response.json<Problem>()).toMatchObject({ code: 'payload_too_large', errors: [{ field: 'pdf' }] })
    expect((await create(1024 * 1024 + 1, { field: 'audio' })).statusCode).toBe(201)
  })

  test('an upload of the wrong type is refused as soon as its first bytes arrive, and is removed', async () => {
    const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(9000)])
    for (const pieces of [[picture.length], [100, picture.length]]) {
      const id = await begin(picture.length)
      let response = await piece(id, 0, picture.subarray(0, pieces[0]))
      if (pieces.length > 1) {
        expect(response.statusCode).toBe(204)
        response = await piece(id, 100, picture.subarray(100))
      }
      expect(response.statusCode).toBe(415)
      expect(response.headers['content-type']).toBe('application/problem+json')
      const [error] = response.json<Problem>().errors ?? []
      expect(error).toEqual({ field: 'pdf', message: 'This is a PNG image. Choose a PDF document.' })
      expect((await call('HEAD', `/api/uploads/${id}`)).statusCode).toBe(404)
      expect(await keyOf(id)).toBe('')
    }
  })

  test('a short upload of the wrong type is refused', async () => {
    const id = await begin(5)
    expect((await piece(id, 0, Buffer.from('hello'))).statusCode).toBe(415)
  })

  test.each([
    ['an empty file', { 'upload-length': '0' }, 400, 'pdf'],
    ['an unknown field', { 'upload-metadata': metadata({ field: 'coverImage' }) }, 400, 'field'],
    ['no field', { 'upload-metadata': metadata({ filename: 'a.pdf' }) }, 400, 'field'],
  ])('an upload with %s is refused', async (_what, headers, status, field) => {
    const response = await create(10, {}, headers)
    expect(response.statusCode).toBe(status)
    expect(response.json<Problem>().errors?.[0]?.field).toBe(field)
  })

  test.each(['0.2.2', '', '1.0'])(
    'a request for version “%s” of the tus protocol is refused with the supported version',
    async (version) => {
      const id = await begin(10)
      const headers = { 'tus-resumable': version }
      const type = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      for (const answer of [
        await create(10, {}, headers),
        await call('HEAD', `/api/uploads/${id}`, headers),
        await call('PATCH', `/api/uploads/${id}`, { ...type, ...headers }, Buffer.alloc(10)),
        await call('DELETE', `/api/uploads/${id}`, headers),
      ])
        expect([answer.statusCode, answer.headers['tus-version'], answer.headers['tus-resumable']]).toEqual([412, '1.0.0', '1.0.0'])
      expect(await offsetOf(id)).toBe('0')
    },
  )

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=b', 'application/octet-stream', ''])(
    'upload bytes of the content type “%s” are refused',
    async (type) => {
      const id = await begin(10)
      const answer = await piece(id, 0, Buffer.from('%PDF-1.7 \n'), { 'content-type': type })
      expect([answer.statusCode, answer.json<Problem>().code]).toEqual([415, 'unsupported_media_type'])
      expect(await offsetOf(id)).toBe('0')
    },
  )

  test.each([
    ['no length', { 'upload-length': '' }],
    ['a length that is no number', { 'upload-length': '1e3' }],
    ['a length that is sent later', { 'upload-length': '', 'upload-defer-length': '1' }],
    ['metadata without a value', { 'upload-metadata': 'field' }],
    ['metadata that are not Base64', { 'upload-metadata': 'field ***' }],
  ])('an upload with %s is refused with a problem document', async (_what, headers) => {
    const response = await create(10, {}, headers)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json<Problem>().status).toBe(response.statusCode)
    expect(response.headers['tus-resumable']).toBe('1.0.0')
  })

  test('upload bytes are refused at a wrong offset, beyond the end of the file, with a wrong content type, or for an unknown upload', async () => {
    const id = await begin(2000)
    await piece(id, 0, pdf.subarray(0, 1000))
    expect((await piece(id, 0, pdf.subarray(0, 1000))).statusCode).toBe(409)
    expect((await piece(id, 1000, pdf.subarray(1000, 2001))).statusCode).toBe(413)
    expect((await piece(id, 1000, pdf, { 'content-type': 'application/octet-stream' })).statusCode).toBe(415)
    expect(await offsetOf(id)).toBe('1000')
    for (const wrong of ['x'.repeat(32), '..', '%2e%2e%2fbytes', `${id}%00`, `x%2f${id}`]) {
      expect((await piece(wrong, 0, pdf)).statusCode, wrong).toBe(404)
      expect((await call('DELETE', `/api/uploads/${wrong}`)).statusCode, wrong).toBe(404)
    }
  })

  test('every request of another administrator for an upload is refused', async () => {
    const id = await upload(pdf)
    const other = await secondAdmin()
    for (const method of ['HEAD', 'DELETE'] as const) expect((await call(method, `/api/uploads/${id}`, other)).statusCode).toBe(404)
    expect((await piece(id, pdf.length, Buffer.alloc(0), other)).statusCode).toBe(404)
    const response = await publish({ pdfUpload: id }, other)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map(({ field }) => field)).toEqual(['pdf'])
    expect(await offsetOf(id)).toBe(String(pdf.length))
  })
})

describe('forms with an unusable upload', () => {
  test.each<[string, () => Promise<string>]>([
    ['an upload that nobody began', async () => 'x'.repeat(32)],
    ['an invalid upload id', async () => '../../secret'],
    [
      'an upload that isn’t complete',
      async () => {
        const id = await begin(pdf.length)
        await piece(id, 0, pdf.subarray(0, 5000))
        return id
      },
    ],
    ['an upload for another field', async () => upload(Buffer.from(await buildAudio().arrayBuffer()), { field: 'audio' })],
    [
      'an upload that has expired',
      async () => {
        const id = await upload(pdf)
        await age(id)
        return id
      },
    ],
  ])('a form with %s is refused with an error on the field', async (_what, prepare) => {
    const response = await publish({ pdfUpload: await prepare() })
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map(({ field }) => field)).toEqual(['pdf'])
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('a form with both an upload and a file in one field is refused', async () => {
    const id = await upload(pdf)
    const response = await publish({ pdfUpload: id, pdf: await buildPdf() })
    expect(response.json<Problem>()).toMatchObject({ status: 400, errors: [{ field: 'pdf' }] })
    expect(await offsetOf(id)).toBe(String(pdf.length))
  })

  test('a form with an invalid title is refused, and its upload remains for the next attempt', async () => {
    const id = await upload(pdf)
    const refused = await publish({ pdfUpload: id, title: '', price: '3' })
    expect(refused.json<Problem>()).toMatchObject({ status: 400, errors: [{ field: 'title' }] })
    expect(await offsetOf(id)).toBe(String(pdf.length))
    expect((await publish({ pdfUpload: id, price: '3' })).statusCode).toBe(201)
    expect((await publish({ pdfUpload: id })).json<Problem>().errors?.[0]?.field).toBe('pdf')
  })

  test('all but one of several concurrent forms with the same upload are refused', async () => {
    const id = await upload(pdf)
    const answers = await Promise.all([publish({ pdfUpload: id }), publish({ pdfUpload: id }), publish({ pdfUpload: id })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
  })
})

describe('the sweep', () => {
  test('the sweep removes only uploads that were idle for a day', async () => {
    await app.services.uploads.sweep()
    const [old, fresh] = [await begin(pdf.length), await begin(pdf.length)]
    await piece(old, 0, pdf.subarray(0, 1000))
    await age(old)
    expect((await call('HEAD', `/api/uploads/${old}`)).statusCode).toBe(410)
    expect((await piece(old, 1000, pdf.subarray(1000))).statusCode).toBe(410)
    expect(await app.services.uploads.sweep()).toBe(1)
    expect(await keyOf(old)).toBe('')
    expect(await offsetOf(fresh)).toBe('0')
  })
})
