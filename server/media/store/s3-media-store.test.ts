// @module-tag full
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareBytes } from '#server/media/processing/prepared-file.ts'
import { openFaultProxy } from '#tests/support/fault-proxy.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import type { MediaStore } from './media-store.ts'
import type { S3Settings } from './s3-client.ts'
import { openS3MediaStore } from './s3-media-store.ts'

const MEGABYTE = 1024 ** 2

let s3: Awaited<ReturnType<typeof startS3Server>>
let folder = ''
let store: MediaStore
let settings: S3Settings
let proxy: Awaited<ReturnType<typeof openFaultProxy>>
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await makeTempFolder()
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  const bucket = await s3.makeBucket()
  proxy = await openFaultProxy(bucket.endpoint ?? '')
  settings = { ...bucket, endpoint: proxy.url }
  store = openS3MediaStore(settings)
})
afterEach(() => proxy.close())

test('a file larger than an upload part is uploaded in parts and read back unchanged', async () => {
  const methods: string[] = []
  proxy.inject(({ method, url = '' }, _response, pass) => {
    methods.push(`${method}${/partNumber=\d+/.exec(url)?.[0] ?? ''}`)
    pass()
  })
  const content = randomBytes(20 * MEGABYTE)
  const file = await buildFile(content)
  await store.put(file)
  expect(methods).toEqual(expect.arrayContaining(['PUTpartNumber=1', 'PUTpartNumber=2', 'PUTpartNumber=3']))
  expect((await buffer(await store.open(file.key))).equals(content)).toBe(true)
})

test('an upload whose completion fails after the response headers is refused as unavailable, and nothing is stored', async () => {
  proxy.inject(({ method, url = '' }, response, pass) => {
    if (method !== 'POST' || !url.includes('uploadId=')) return pass()
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>InternalError</Code><Message>Try again</Message></Error>')
  })
  const file = await buildFile(randomBytes(10 * MEGABYTE))
  await expect(store.put(file)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  expect(await store.size(file.key)).toBeUndefined()
})

test('bucket requests are retried when every second request fails', async () => {
  let count = 0
  proxy.inject((incoming, response, pass) => {
    count += 1
    if (count % 2 === 0) return pass()
    incoming.resume()
    response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
  })
  const content = randomBytes(10 * MEGABYTE)
  const file = await buildFile(content)
  await store.put(file)
  expect(await store.size(file.key)).toBe(content.length)
  expect((await buffer(await store.open(file.key, { start: 5, end: 9 }))).equals(content.subarray(5, 10))).toBe(true)
})

test('a bucket request is retried after a connection reset', async () => {
  let count = 0
  proxy.inject((incoming, _response, pass) => {
    count += 1
    if (count % 2 === 0) pass()
    else incoming.socket.resetAndDestroy()
  })
  const file = await buildFile('reset')
  await store.put(file)
  expect(await store.size(file.key)).toBe(5)
})

test('bucket requests to a hanging service time out with 503, and nothing is stored', async () => {
  const file = await buildFile('hangs')
  const impatient = openS3MediaStore(settings, { silentMs: 300 })
  proxy.inject(() => undefined)
  for (const fails of [() => impatient.put(file), () => impatient.open(file.key), () => impatient.check()])
    await expect(fails()).rejects.toMatchObject({ status: 503, cause: { name: 'TimeoutError' } })
  proxy.heal()
  expect(await store.size(file.key)).toBeUndefined()
  await store.put(file)
  expect(await store.size(file.key)).toBe(5)
})

test('an interrupted download aborts the response', async () => {
  const file = await buildFile(randomBytes(MEGABYTE))
  await store.put(file)
  proxy.inject((_request, response) => {
    response.writeHead(206, { 'content-length': MEGABYTE }).write('the beginning')
    setTimeout(() => response.destroy(), 50)
  })
  const to = new PassThrough().on('error', () => undefined)
  to.resume()
  await expect(store.send(file.key, { start: 0, end: MEGABYTE - 1 }, to)).rejects.toThrow()
  expect(to.destroyed).toBe(true)
})

test('a client that disconnects during a download causes no error', async () => {
  const file = await buildFile(randomBytes(4 * MEGABYTE))
  await store.put(file)
  const to = new PassThrough()
  setTimeout(() => to.destroy(), 20)
  await store.send(file.key, { start: 0, end: 4 * MEGABYTE - 1 }, to)
})

function buildFile(content: string | Buffer) {
  return prepareBytes(Buffer.from(content), { folder, type: 'image/webp', role: 'rendition' })
}
