import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { closeUnreadRequests } from '#server/platform/http/guards/close-unread-requests.ts'
import { ProblemError } from '#server/platform/problems.ts'
import fc from '#tests/support/property-testing.ts'
import { acceptMultipart } from './multipart-form.ts'
import { withForm } from './with-form.ts'

const MB = 1024 * 1024
// The timeout is long, since processes and encoders have to wait for a core on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = await mkdtemp(join(tmpdir(), 'multipart-form-'))
const app = fastify({ bodyLimit: 100 })
const unknown: unknown[] = []
let port = 0

beforeAll(async () => {
  closeUnreadRequests(app)
  acceptMultipart(app)
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProblemError)) unknown.push(error)
    const { status = 500, code = '', detail = '', errors = [], headers = {} } = error instanceof ProblemError ? error : {}
    return reply.status(status).headers(headers).send({ code, detail, errors })
  })
  app.post('/form', async (request) => {
    const rules = { coverImage: { format: 'image', limitBytes: MB }, pdf: { format: 'pdf', limitBytes: 2 * MB } } as const
    return withForm(request, { folder, requireFreeSpace: async () => undefined, files: rules }, async ({ fields, files }) => {
      const contents = await Promise.all(Object.values(files).map(({ path }) => readFile(path)))
      return { fields, files, sizes: contents.map(({ length }) => length) }
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})

afterAll(async () => {
  await app.close()
  const left = await readdir(folder)
  await rm(folder, { recursive: true, force: true })
  // Neither temporary files nor unexpected errors remain after the tests.
  expect(left).toEqual([])
  expect(unknown).toEqual([])
})

describe('a valid form', () => {
  test('a valid form is returned as its fields, with repeated fields as lists, and its files with their digests', async () => {
    const pdf = buildPdf(1.5 * MB)
    const form = new FormData()
    form.append('title', 'Größe 文')
    form.append('categories', 'a')
    form.append('categories', 'b')
    form.append('categories', 'c')
    form.append('pdf', new Blob([pdf]), '../../etc/böse.pdf')
    form.append('coverImage', new Blob([buildPng(2000)], { type: 'text/plain' }), 'cover.png')
    const { status, body } = await send(form)
    expect(status).toBe(200)
    expect(body.fields).toEqual({ title: 'Größe 文', categories: ['a', 'b', 'c'] })
    expect(body.files.pdf).toMatchObject({
      bytes: pdf.length,
      sha256: createHash('sha256').update(pdf).digest('hex'),
      type: 'application/pdf',
      filename: 'böse.pdf',
      field: 'pdf',
    })
    expect(body.files.coverImage.type).toBe('image/png')
    // The order of the files is unspecified: it is the order in which they were stored.
    expect(new Set(body.sizes)).toEqual(new Set([pdf.length, 2000]))
  })

  test('a form may omit its files or contain an empty part for a file, as browsers send', async () => {
    const form = new FormData()
    form.append('title', 'x')
    form.append('pdf', new Blob([]), '')
    form.append('coverImage', '')
    expect(await send(form)).toMatchObject({ status: 200, body: { fields: { title: 'x' }, files: {} } })
  })

  test('a form may arrive in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        const body = buildBody([part('title', 'pieces'), part('coverImage', buildPng(300), 'c.png')])
        const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size))
        const answer = await exchange({ body: pieces })
        expect(answer).toContain('200 OK')
        expect(answer).toContain('"sizes":[300]')
      }),
      { numRuns: 8 },
    )
  })
})

describe('an invalid form', () => {
  test.each<[string, RequestInit, number]>([
    ['without a boundary', { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }, 400],
    ['with an empty boundary', { headers: { 'content-type': 'multipart/form-data; boundary=' }, body: 'x' }, 400],
    ['of rubbish', { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: randomBytes(100_000) }, 400],
    ['without a body', { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '' }, 400],
    ['cut short in a field', multipart([part('title', 'x')], -12), 400],
    ['cut short in a file', multipart([part('coverImage', buildPng(5000), 'c.png')], -50), 400],
    [
      'cut short in a header',
      { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b\r\ncontent-disposition: form-d' },
      400,
    ],
    ['with a nameless part', multipart([Buffer.from('content-disposition: form-data\r\n\r\nx')]), 400],
    ['with a field called __proto__', multipart([part('__proto__', 'x')]), 400],
    ['with a file called __proto__', multipart([part('__proto__', buildPng(10), 'x.png')]), 400],
    ['with a field called constructor', multipart([part('constructor', 'x')]), 400],
    ['with a long name', multipart([part('n'.repeat(101), 'x')]), 400],
    ['with a very long name', multipart([part('n'.repeat(100_000), 'x')]), 400],
    ['with a long text', multipart([part('title', 'x'.repeat(65 * 1024))]), 400],
    ['with a NUL', multipart([part('title', 'a\0b')]), 400],
    ['with too many fields', multipart(Array.from({ length: 65 }, (_, index) => part(`f${index}`, 'x'))), 400],
    ['with too many parts', multipart(Array.from({ length: 2000 }, () => Buffer.from('x-nothing: 1\r\n\r\n'))), 400],
    ['with an unknown file', multipart([part('audio', buildPng(10), 'x.mp3')]), 400],
    ['with two files in one field', multipart([part('coverImage', buildPng(10), 'a.png'), part('coverImage', buildPng(10), 'b.png')]), 400],
    ['with a text for a file', multipart([part('pdf', 'text')]), 400],
    ['with an empty file', multipart([part('pdf', '', 'empty.pdf')]), 400],
    ['with a picture for a PDF', multipart([part('pdf', buildPng(10), 'a.pdf')]), 415],
    ['with a page for a picture', multipart([part('coverImage', '<!doctype html>', 'a.png')]), 415],
    ['with a file over its limit', multipart([part('coverImage', buildPng(MB + 1), 'a.png')]), 413],
    ['that is larger than all limits', multipart([part('pdf', buildPdf(5 * MB), 'a.pdf')]), 413],
  ])('%s gets a 4xx response with an error code', async (_name, init, status) => {
    const answer = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', ...init })
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code: expect.stringMatching(/./) })])
  })

  test('a form with a file of the wrong type is refused with the field’s name and the accepted types', async () => {
    const form = new FormData()
    form.append('coverImage', new Blob(['GIF89a……']), 'a.gif')
    expect((await send(form)).body.errors).toEqual([
      { field: 'coverImage', message: 'This is a GIF image. Choose a JPEG, PNG, WebP or AVIF image.' },
    ])
  })

  test('a form with random bytes changed and a random length never causes a 5xx response', async () => {
    const whole = buildBody([part('title', 'x'), part('coverImage', buildPng(600), 'a.png'), part('pdf', buildPdf(600), 'a.pdf')])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }),
        fc.nat(whole.length),
        async (changes, end) => {
          const body = Buffer.from(whole)
          for (const [at, value] of changes) body[at] = value
          const answer = await exchange({ body: [body.subarray(0, end)] })
          expect(answer).toMatch(/^HTTP\/1.1 (200|400|413|415) /)
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('refusing a form during its upload', () => {
  const chunk = randomBytes(64 * 1024)

  test('a refusal reaches a client that is still sending a file of the wrong type', async () => {
    const head = Buffer.concat([Buffer.from('--b\r\n'), partHead('pdf', 'a.pdf'), Buffer.from('GIF89a')])
    const { answer, sent } = await sendEndlessly(Buffer.concat([head, chunk]), chunk)
    expect(answer).toMatch(/^HTTP\/1.1 415 /)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(sent).toBeLessThan(30 * MB)
  })

  test('a refusal reaches a client that is still sending a file over the size limit', async () => {
    const head = Buffer.concat([Buffer.from('--b\r\n'), partHead('coverImage', 'a.png'), buildPng(5000)])
    const { answer } = await sendEndlessly(head, chunk)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('a refusal reaches a client that sends a body without any part', async () => {
    const { answer, sent } = await sendEndlessly(Buffer.from('no boundary'), chunk)
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(sent).toBeLessThan(30 * MB)
  })

  test('a refusal is sent before the body when the content length is too large', async () => {
    const answer = await exchange({ body: [], headers: { 'content-length': String(500 * MB) } })
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
  })

  test('a refusal reaches a client that reads the response only after sending the whole body', async () => {
    const form = new FormData()
    form.append('pdf', new Blob([randomBytes(40 * MB)]), 'a.pdf')
    expect((await send(form)).status).toBe(413)
  })
})

test('a client that disconnects during a form upload leaves no temporary files', async () => {
  const socket = connect(port, '127.0.0.1')
  const body = buildBody([part('pdf', buildPdf(MB), 'a.pdf')])
  socket.write(`POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.write(body.subarray(0, MB / 2))
  await until(async () => (await readdir(folder)).length > 0)
  socket.destroy()
  await until(async () => (await readdir(folder)).length === 0)
})

test('a form can be read from an injected test request without a socket', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/form',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: buildBody([part('pdf', 'no', 'a.pdf')]),
  })
  expect(answer.statusCode).toBe(415)
})

async function send(form: FormData) {
  const answer = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', body: form })
  // biome-ignore lint/suspicious/noExplicitAny: the test looks at the answer's parts
  return { status: answer.status, body: (await answer.json()) as any }
}

function partHead(name: string, filename?: string) {
  return Buffer.from(`content-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`)
}

function part(name: string, content: string | Buffer, filename?: string) {
  return Buffer.concat([partHead(name, filename), Buffer.from(content)])
}

function buildBody(parts: Buffer[]) {
  return Buffer.concat([...parts.flatMap((content) => [Buffer.from('--b\r\n'), content, Buffer.from('\r\n')]), Buffer.from('--b--\r\n')])
}

function multipart(parts: Buffer[], end?: number) {
  return { headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: buildBody(parts).subarray(0, end) }
}

function buildPng(length: number) {
  const picture = Buffer.alloc(length)
  picture.write('\x89PNG\r\n\x1a\n', 'latin1')
  return picture
}

function buildPdf(length: number) {
  const document = randomBytes(length)
  document.write('%PDF-1.7\n')
  return document
}

/** Sends a raw HTTP request and returns the raw response. The content length is correct unless overridden in `headers`. */
function exchange({ body, headers = {} }: { body: Buffer[]; headers?: Record<string, string> }) {
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  const lines = Object.entries({
    host: 'x',
    connection: 'close',
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(length),
    ...headers,
  })
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', async () => {
      socket.setNoDelay(true)
      socket.write(`POST /form HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`)
      for (const piece of body) {
        socket.write(piece)
        if (body.length > 1) await new Promise(setImmediate)
      }
    })
    socket.on('data', (data) => {
      answer += data.toString()
    })
    socket.on('end', () => {
      socket.destroy()
      resolve(answer)
    })
    socket.on('error', reject)
    socket.setTimeout(10_000, () => socket.destroy(new Error(`No end after ${JSON.stringify(answer)}`)))
  })
}

/** Sends data without end, even for a while after a response arrives, as a malicious client may do. */
async function sendEndlessly(head: Buffer, chunk: Buffer) {
  const socket = connect(port, '127.0.0.1')
  let sent = 0
  let answer = ''
  const ended = Promise.withResolvers<void>()
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.on('end', ended.resolve)
  socket.on('error', ended.reject)
  socket.write('POST /form HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n')
  const write = (data: Buffer) => socket.write(Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]))
  write(head)
  for (; answer === '' && sent < 100 * MB; sent += chunk.length) {
    write(chunk)
    await sleep(1)
  }
  // A slow client continues to send for a while after the response.
  for (let more = 0; more < 20; more += 1) {
    write(chunk)
    await sleep(5)
  }
  await ended.promise
  socket.destroy()
  return { answer, sent }
}

async function until(condition: () => Promise<boolean>) {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await condition()) return
    await sleep(10)
  }
  throw new Error('It never came true')
}
