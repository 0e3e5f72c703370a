import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import { entitle } from '#tests/support/entitle.ts'
import { lastingHeaders } from '#tests/support/lasting-headers.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const content = Buffer.from('0123456789'.repeat(200))

let app: TestApp
let free: Book
let paid: Book
let grant = ''
beforeAll(async () => {
  app = await openTestApp()
  free = await storeBook(app.services, { content })
  paid = await storeBook(app.services, { content: Buffer.from(`paid ${content}`), price: 3 })
  const owner = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: paid.id }
  await entitle(app.services, owner)
  const { url } = await app.services.shop.access.nextAction(
    { ...owner, currency: 'USD', returnUrl: 'http://here/' },
    ['http://here'],
    '127.0.0.1',
  )
  grant = new URL(url ?? '', 'http://here').search
})
afterAll(() => app.close())

const file = () => `/api/media/${free.pdfUrl}`

describe('a file', () => {
  test('a book’s file is named after its book when saved', async () => {
    const named = await storeBook(app.services, { title: 'Who’s “Tariro”? (2nd)', content: Buffer.from('named') })
    const { headers } = await app.get(`/api/media/${named.pdfUrl}`)
    const name = String(headers['content-disposition']).replace(/^inline; filename\*=UTF-8''/, '')
    expect([name, decodeURIComponent(name)]).toEqual([expect.stringMatching(/^[\w%.-]+$/), 'Who’s “Tariro” (2nd).pdf'])
  })

  test('a file is sent whole, with the headers that a viewer needs for range requests', async () => {
    const response = await app.get(file())
    expect(response.statusCode).toBe(200)
    expect(response.rawPayload.equals(content)).toBe(true)
    expect(response.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(content.length),
      'content-type': 'application/pdf',
      etag: `"${free.pdfUrl.split('.')[0]}"`,
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=0-0', 0, 0],
    ['bytes=1990-', 1990, 1999],
    ['bytes=-10', 1990, 1999],
    ['bytes=-5000', 0, 1999],
    ['bytes=100-9999', 100, 1999],
  ])('a file is sent in part for the range %s', async (range, start, end) => {
    const response = await app.get(file(), { range })
    expect(response.statusCode).toBe(206)
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/2000`)
    expect(response.headers['content-length']).toBe(String(end - start + 1))
    expect(response.rawPayload.equals(content.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=2000-', 'bytes=5000-6000', 'bytes=-0'])('a request for the range %s receives status 416', async (range) => {
    const response = await app.get(file(), { range })
    expect(response.statusCode).toBe(416)
    expect(response.headers['content-range']).toBe('bytes */2000')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 })
  })

  test.each(['bytes=0-1,5-6', 'bytes=5-3', 'pages=1-2', 'nonsense'])(
    'a request for the range %s receives the whole file',
    async (range) => {
      const response = await app.get(file(), { range })
      expect(response.statusCode).toBe(200)
      expect(response.rawPayload.length).toBe(2000)
    },
  )

  test('a range of a file is sent only when If-Range matches its ETag', async () => {
    const { etag } = (await app.get(file())).headers
    const statusFor = async (ifRange: string) => (await app.get(file(), { range: 'bytes=0-9', 'if-range': ifRange })).statusCode
    expect(await statusFor(String(etag))).toBe(206)
    for (const other of ['"another"', `W/${etag}`, 'Sat, 21 Nov 2026 00:00:00 GMT']) expect(await statusFor(other), other).toBe(200)
  })

  test('a file request receives status 304 when the client has the current version', async () => {
    const { etag } = (await app.get(file())).headers
    for (const held of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await app.get(file(), { 'if-none-match': held })
      expect([response.statusCode, response.body, response.headers.etag], held).toEqual([304, '', etag])
    }
    expect((await app.get(file(), { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('a HEAD request for a file receives the same headers as GET', async () => {
    const whole = await app.get(file())
    const response = await app.app.inject({ method: 'HEAD', url: file() })
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
    expect(lastingHeaders(response.headers)).toEqual(lastingHeaders(whole.headers))
    expect((await app.app.inject({ method: 'HEAD', url: `/api/media/${'0'.repeat(64)}.pdf` })).statusCode).toBe(404)
  })

  test('a stored file is never compressed, regardless of Accept-Encoding', async () => {
    for (const range of ['', 'bytes=0-1499']) {
      const response = await app.get(file(), { 'accept-encoding': 'gzip, br', range })
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(content.includes(response.rawPayload)).toBe(true)
    }
  })
})

describe('caches', () => {
  test('caches may store a public file forever, even when another site embeds the file', async () => {
    const { headers } = await app.get(file())
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  test('caches may not store a paid file, and its URL is not sent to other sites as referrer', async () => {
    for (const range of ['', 'bytes=0-9']) {
      const { statusCode, headers } = await app.get(`/api/media/${paid.pdfUrl}${grant}`, { range })
      expect(statusCode).toBeLessThan(300)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    const refused = await app.get(`/api/media/${paid.pdfUrl}`)
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['cache-control']).toBe('no-store')
    expect([refused.headers.etag, refused.headers['content-length']]).toEqual([undefined, String(refused.rawPayload.length)])
  })
})

describe('cross-origin requests of scripts', () => {
  const asked = { origin: 'https://reader.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' }
  const preflight = (url: string) => app.app.inject({ method: 'OPTIONS', url, headers: asked })

  test('scripts of other sites may read a public file, by range and conditionally, and send preflight requests', async () => {
    const { etag } = (await app.get(file())).headers
    const requests: Record<string, string>[] = [{}, { range: 'bytes=0-9' }, { range: 'bytes=9999-' }, { 'if-none-match': String(etag) }]
    for (const headers of requests) {
      const answer = await app.get(file(), { origin: asked.origin, ...headers })
      expect(answer.headers['access-control-allow-origin'], String(answer.statusCode)).toBe('*')
      expect(answer.headers['access-control-expose-headers']).toContain('content-range')
    }
    const answer = await preflight(file())
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': 'range',
    })
  })

  test('scripts of other sites may not read a file that requires a grant', async () => {
    const missing = `/api/media/${'0'.repeat(64)}.pdf`
    const answers = [await app.get(`/api/media/${paid.pdfUrl}${grant}`, { origin: asked.origin })]
    for (const url of [`/api/media/${paid.pdfUrl}`, `/api/media/${paid.pdfUrl}${grant}`, missing, '/api/media/%00'])
      answers.push(await preflight(url))
    expect(answers.map(({ headers }) => headers['access-control-allow-origin'])).toEqual(answers.map(() => undefined))
  })

  test('scripts of an allowed origin may read files with cookies, and scripts of other origins only without cookies', async () => {
    const shop = 'https://shop.example'
    const own = await openTestApp({ ALLOWED_ORIGINS: shop })
    onTestFinished(own.close)
    const url = `/api/media/${(await storeBook(own.services, { content })).pdfUrl}`
    for (const method of ['GET', 'OPTIONS'] as const)
      for (const [origin, allowed] of [
        [shop, shop],
        ['https://reader.example', '*'],
      ] as const) {
        const { headers } = await own.app.inject({ method, url, headers: { ...asked, origin } })
        expect([headers['access-control-allow-origin'], headers.vary], `${method} ${origin}`).toEqual([allowed, 'Origin'])
      }
  })
})

describe('a media URL', () => {
  test.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsigning.key',
    '..%5c..%5csigning.key',
    '%2fetc%2fpasswd',
    '%00',
    `${'a'.repeat(64)}.pdf%00.png`,
    `${'a'.repeat(64)}.pdf%0a`,
    `${'A'.repeat(64)}.pdf`,
    'a'.repeat(64),
    'authors',
    '.',
    '%c0%ae%c0%ae%2f',
    '%ff',
  ])('a media URL that names no file is refused: %s', async (key) => {
    for (const url of [`/api/media/${key}`, `/api/media/authors/${key}`]) {
      const response = await app.get(url)
      expect([400, 404], `${url} ${response.body}`).toContain(response.statusCode)
      expect(response.headers['content-type']).toContain('application/problem+json')
    }
  })

  test('a media URL with path traversal stays within the API', async () => {
    for (const url of ['/api/media/../../../../etc/passwd', '/api/media/../books/../../signing.key', '/api/media//etc/passwd'])
      expect((await app.get(url)).statusCode).toBe(404)
  })
})

describe('a photo', () => {
  let author: Author
  beforeAll(async () => {
    const pixels = { create: { width: 40, height: 60, channels: 3 as const, background: '#336699' } }
    const taken = sharp(pixels).withExif({ IFD0: { Artist: 'The photographer' }, IFD3: { GPSLatitude: '17/1 49/1 0/1' } })
    const jpeg = await taken.withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(jpeg.includes('The photographer')).toBe(true)
    const response = await app.sendForm('POST', '/api/authors', await buildAuthorForm({ photo: new Blob([new Uint8Array(jpeg)]) }))
    expect(response.statusCode, response.body).toBe(201)
    author = response.json()
  })

  test('a photo is served in its EXIF orientation, in AVIF and WebP, and without camera metadata', async () => {
    expect([author.picture.width, author.picture.height]).toEqual([60, 40])
    expect(author.picture.sources.map((source) => source.type).toSorted()).toEqual(['image/avif', 'image/webp'])
    for (const { path, type } of author.picture.sources) {
      const response = await app.get(`/api/media/authors/${path}`)
      expect(response.headers['content-type']).toBe(type)
      const { width, height, exif, xmp, icc, orientation } = await sharp(response.rawPayload).metadata()
      expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 60, height: 40 })
      expect(response.rawPayload.includes('photographer')).toBe(false)
    }
  })

  test('an uploaded photo is never served in its original form', async () => {
    const { rows } = await app.services.database.pool.query(`select key from media_files where role = 'original' and type = 'image/jpeg'`)
    expect(rows).toHaveLength(1)
    for (const folder of ['', 'authors/'])
      expect((await app.get(`/api/media/${folder}${rows[0]?.key}${grant}`)).statusCode, 'the original').toBe(404)
  })
})

describe('deleting a book during downloads', () => {
  const address = () => {
    const { port } = app.app.server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }
  const readPart = async (book: Book, start: number) => {
    const response = await fetch(`${address()}/api/media/${book.pdfUrl}`, { headers: { range: `bytes=${start}-${start + 999}` } })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  beforeAll(() => app.app.listen({ host: '127.0.0.1', port: 0 }))

  test('deleting a book ends its downloads at the next range request, and downloads of other books continue', async () => {
    const doomedContent = randomBytes(200_000)
    const doomed = await storeBook(app.services, { content: doomedContent })
    const keptContent = randomBytes(200_000)
    const kept = await storeBook(app.services, { content: keptContent })
    let deleted = false
    const read = async (book: Book, content: Buffer, mayVanish: boolean) => {
      let parts = 0
      // A download goes on until the book is deleted, however long the deletion takes.
      for (let start = 0; mayVanish || !deleted || parts < 20; start = (start + 1000) % content.length, parts++) {
        const after = deleted
        const { status, bytes } = await readPart(book, start)
        if (mayVanish && status === 404) return 'gone'
        expect([status, after && mayVanish]).toEqual([206, false])
        expect(bytes.equals(content.subarray(start, start + 1000))).toBe(true)
      }
      return 'read'
    }
    const readers = [read(doomed, doomedContent, true), read(doomed, doomedContent, true), read(kept, keptContent, false)]
    await readPart(doomed, 0)
    await app.services.catalogue.books.deleteForGood(doomed.id)
    deleted = true
    expect(await Promise.all(readers)).toEqual(['gone', 'gone', 'read'])
    expect((await app.get(`/api/media/${doomed.pdfUrl}`, { range: 'bytes=0-9' })).statusCode).toBe(404)
  })

  test('deleting a book lets its responses in flight finish', async () => {
    const long = randomBytes(8 * 1024 * 1024)
    const doomed = await storeBook(app.services, { content: long })
    const socket = connect(Number(new URL(address()).port), '127.0.0.1')
    socket.write(`GET /api/media/${doomed.pdfUrl} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once('readable', resolve))
    await app.services.catalogue.books.deleteForGood(doomed.id)
    const received = await buffer(socket)
    expect(received.subarray(-long.length).equals(long)).toBe(true)
  })

  test('a file missing from the store returns 404 even if its database row was just read', async () => {
    const book = await storeBook(app.services)
    await app.services.library.store.remove(book.pdfUrl)
    const response = await app.get(`/api/media/${book.pdfUrl}`, { range: 'bytes=0-9' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('file delivery by nginx', () => {
  let behind: TestApp
  beforeAll(async () => {
    behind = await openTestApp({ MEDIA_ACCEL: 'nginx' })
  })
  afterAll(() => behind.close())

  test('responses state the file in X-Accel-Redirect and leave ranges to nginx', async () => {
    const { pdfUrl } = await storeBook(behind.services, { content })
    const requests: Record<string, string>[] = [{}, { range: 'bytes=0-' }, { range: 'bytes=0-9' }]
    for (const headers of requests) {
      const response = await behind.get(`/api/media/${pdfUrl}`, headers)
      expect([response.statusCode, response.body]).toEqual([200, ''])
      expect(response.headers['x-accel-redirect']).toBe(`/lectern-media/${pdfUrl.slice(0, 2)}/${pdfUrl}`)
      expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'public, max-age=31536000, immutable' })
    }
  })

  test('nginx delivers a protected file only for a signed URL', async () => {
    const { pdfUrl, id } = await storeBook(behind.services, { content: randomBytes(100), price: 3 })
    const refused = await behind.get(`/api/media/${pdfUrl}`)
    expect([refused.statusCode, refused.headers['x-accel-redirect']]).toEqual([403, undefined])
    const owner = { clientId: behind.services.shop.access.newClientId(), product: 'book' as const, productId: id }
    await entitle(behind.services, owner)
    const { url } = await behind.services.shop.access.nextAction(
      { ...owner, currency: 'USD', returnUrl: 'http://here/' },
      ['http://here'],
      '127.0.0.1',
    )
    const opened = await behind.get(`/api${url}`)
    expect(opened.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-accel-redirect': expect.stringContaining(pdfUrl) })
  })
})

test('a client that disconnects during a download leaves no open file', async () => {
  const large = await storeBook(app.services, { content: randomBytes(20_000_000) })
  if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as AddressInfo
  // Counts only open descriptors of the downloaded file, since database connections open and close independently.
  const open = async () => {
    const descriptors = await readdir('/proc/self/fd')
    const paths = await Promise.all(descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')))
    return paths.filter((path) => path.includes(large.pdfUrl)).length
  }
  const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.write(`GET /api/media/${large.pdfUrl} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      await once(socket, 'data')
      socket.pause()
    }),
  )
  expect(await open()).toBe(sockets.length)
  for (const socket of sockets) socket.destroy()
  await expect.poll(open).toBe(0)
})
