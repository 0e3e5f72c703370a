import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startS3Server } from '#tests/support/s3-server.ts'
import type { MediaStore } from './media-store.ts'
import { openS3MediaStore, type S3Settings } from './s3-media-store.ts'

const MEGABYTE = 1024 ** 2

let s3: Awaited<ReturnType<typeof startS3Server>>
let folder = ''
/** What happens to a request on its way to the service */
let fault: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void
let store: MediaStore
let settings: S3Settings
let proxy: ReturnType<typeof createServer>
beforeAll(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 's3-media-store-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  fault = (_request, _response, pass) => pass()
  const bucket = await s3.makeBucket()
  const { hostname, port } = new URL(bucket.endpoint ?? '')
  proxy = createServer((incoming, outgoing) =>
    fault(incoming, outgoing, () => {
      const { method, url, headers } = incoming
      const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(onward.on('error', () => outgoing.destroy()))
    }),
  )
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  settings = { ...bucket, endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
  store = openS3MediaStore(settings)
})
afterEach(() => {
  proxy.closeAllConnections()
  proxy.close()
})

test('A file above the size of a part goes up in parts, and comes back whole', async () => {
  const methods: string[] = []
  fault = ({ method, url = '' }, _response, pass) => {
    methods.push(`${method}${/partNumber=\d+/.exec(url)?.[0] ?? ''}`)
    pass()
  }
  const content = randomBytes(20 * MEGABYTE)
  const file = await buildFile(content)
  await store.put(file)
  expect(methods).toEqual(expect.arrayContaining(['PUTpartNumber=1', 'PUTpartNumber=2', 'PUTpartNumber=3']))
  expect((await buffer(await store.open(file.key))).equals(content)).toBe(true)
})

test('A service that fails every second request is asked again', async () => {
  let count = 0
  fault = (incoming, response, pass) => {
    count += 1
    if (count % 2 === 0) return pass()
    incoming.resume()
    response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
  }
  const content = randomBytes(10 * MEGABYTE)
  const file = await buildFile(content)
  await store.put(file)
  expect(await store.size(file.key)).toBe(content.length)
  expect((await buffer(await store.open(file.key, { start: 5, end: 9 }))).equals(content.subarray(5, 10))).toBe(true)
})

test('A connection that is reset is opened again', async () => {
  let count = 0
  fault = (incoming, _response, pass) => {
    count += 1
    if (count % 2 === 0) pass()
    else incoming.socket.resetAndDestroy()
  }
  const file = await buildFile('reset')
  await store.put(file)
  expect(await store.size(file.key)).toBe(5)
})

test('A service that hangs is given up, and nothing is stored', async () => {
  const file = await buildFile('hangs')
  const impatient = openS3MediaStore(settings, { silentMs: 300 })
  fault = () => undefined
  await expect(impatient.put(file)).rejects.toThrow()
  await expect(impatient.open(file.key)).rejects.toThrow()
  await expect(impatient.check()).rejects.toThrow()
  fault = (_request, _response, pass) => pass()
  expect(await store.size(file.key)).toBeUndefined()
  await store.put(file)
  expect(await store.size(file.key)).toBe(5)
})

test('A body that breaks off breaks the response off', async () => {
  const file = await buildFile(randomBytes(MEGABYTE))
  await store.put(file)
  fault = (_request, response) => {
    response.writeHead(206, { 'content-length': MEGABYTE }).write('the beginning')
    setTimeout(() => response.destroy(), 50)
  }
  const to = new PassThrough().on('error', () => undefined)
  to.resume()
  await expect(store.send(file.key, { start: 0, end: MEGABYTE - 1 }, to)).rejects.toThrow()
  expect(to.destroyed).toBe(true)
})

test('A client that leaves is no error', async () => {
  const file = await buildFile(randomBytes(4 * MEGABYTE))
  await store.put(file)
  const to = new PassThrough()
  setTimeout(() => to.destroy(), 20)
  await store.send(file.key, { start: 0, end: 4 * MEGABYTE - 1 }, to)
})

async function buildFile(content: string | Buffer) {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return { key: `${createHash('sha256').update(content).digest('hex')}.webp`, path }
}
