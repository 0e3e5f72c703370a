import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#contracts/common/problem.ts'
import { storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const form = 'content-type: multipart/form-data; boundary=b'
const part = '--b\r\ncontent-disposition: form-data; name="coverImage"; filename="a.png"\r\n\r\n\x89PNG\r\n\x1a\n'
/**
 * Malformed requests with their expected statuses. An empty list means that the client stops sending: a rejection and a missing response
 * are both accepted.
 */
const cases: [name: string, bytes: string, status: number[]][] = [
  ['rubbish', '\x00\x01\x02\x03\r\n\r\n', [400]],
  ['half a request line', 'GET /api/books', []],
  ['no host', 'GET /api/books HTTP/1.1\r\n\r\n', [400]],
  ['two hosts in conflict', 'GET /api/books HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', [400]],
  ['the same host twice', 'GET /api/health HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n', [400]],
  ['an unknown method', 'BREW /api/books HTTP/1.1\r\nhost: x\r\n\r\n', [400]],
  ['another protocol', 'GET /api/books SIP/2.0\r\nhost: x\r\n\r\n', [400]],
  ['an address with a line break', 'GET /api/bo\noks HTTP/1.1\r\nhost: x\r\n\r\n', [400]],
  ['a whole address', 'GET http://evil.example/api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', [200, 400, 404]],
  ['an asterisk', 'GET * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', [400, 404]],
  ['headers that are too large', `GET /api/books HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(100_000)}\r\n\r\n`, [431]],
  ['an address that is too long', `GET /api/books?q=${'a'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, [431]],
  ['two thousand headers', `GET /api/books HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5000)}\r\n`, [200, 400, 431]],
  ['a NUL in a header', 'GET /api/books HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n', [400]],
  ['two lengths', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', [400]],
  ['a length and chunks', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', [400]],
  ['a negative length', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n', [400]],
  ['a huge length', 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{', [413]],
  [
    'a bad chunk',
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    [400],
  ],
  [
    'JSON that ends early',
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"email":',
    [],
  ],
  ['a form without a token', `POST /api/books HTTP/1.1\r\nhost: x\r\n${form}\r\ncontent-length: 500\r\n\r\n${part}`, [401]],
  ['a form that ends early', `POST /api/books HTTP/1.1\r\nhost: x\r\nTOKEN\r\n${form}\r\ncontent-length: 5000\r\n\r\n${part}`, []],
  [
    'a form in chunks that end early',
    `POST /api/books HTTP/1.1\r\nhost: x\r\nTOKEN\r\n${form}\r\ntransfer-encoding: chunked\r\n\r\n20\r\n${part.slice(0, 32)}\r\n`,
    [],
  ],
  [
    'a form with a length that is too short',
    `POST /api/books HTTP/1.1\r\nhost: x\r\nTOKEN\r\n${form}\r\ncontent-length: 60\r\n\r\n${part}${part}`,
    [400],
  ],
  [
    'a form without a boundary',
    'POST /api/books HTTP/1.1\r\nhost: x\r\nTOKEN\r\ncontent-type: multipart/form-data\r\ncontent-length: 3\r\n\r\nabc',
    [400],
  ],
  [
    'a form with a huge length',
    `POST /api/books HTTP/1.1\r\nhost: x\r\nTOKEN\r\n${form}\r\ncontent-length: 99999999999\r\n\r\n${part}`,
    [400, 413],
  ],
  ['an upgrade', 'GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', [200, 400, 426]],
]

test.each(cases)('%s is refused or dropped, and the next request is served', async (_name, bytes, expected) => {
  const answer = await exchange(bytes.replace('TOKEN', `authorization: ${app.bearer.authorization}`), {
    stopsSending: expected.length === 0,
  })
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
  expect(status, answer).toBeLessThan(500)
  if (expected.length > 0) expect(expected, answer.slice(0, 300)).toContain(status)
  const [, head = '', length = '', rest = ''] = /^([\s\S]*?content-length: (\d+)[\s\S]*?)\r\n\r\n([\s\S]*)$/i.exec(answer) ?? []
  // The body of the response is checked only if there is one: Node itself responds to a request without a Host header, with no body.
  if (status >= 400 && head) {
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    expect(Problem.parse(JSON.parse(Buffer.from(rest, 'latin1').toString().slice(0, Number(length)))).status).toBe(status)
  }
  expect((await fetch(`http://127.0.0.1:${port()}/api/health`)).status).toBe(200)
})

test('broken requests leave no temporary files', async () => {
  await expect.poll(() => temporaryFiles(app.services)).toEqual([])
  expect(await storedKeys(app.services).then((keys) => keys.length)).toBe(
    (await app.services.database.pool.query('select distinct key from media_files')).rowCount,
  )
})

const port = () => (app.app.server.address() as AddressInfo).port

/** Sends the bytes and returns the first response, or the part received when the connection closes or ten seconds have passed. */
function exchange(bytes: string, { stopsSending }: { stopsSending: boolean }) {
  const socket = connect(port(), '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<string>()
  let received = ''
  const finish = () => {
    clearTimeout(limit)
    socket.destroy()
    resolve(received)
  }
  const limit = setTimeout(finish, 10_000)
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    const [whole = '', length = 0] = /^[\s\S]*?\r\ncontent-length: (\d+)[\s\S]*?\r\n\r\n/i.exec(received) ?? []
    if (whole && received.length >= whole.length + Number(length)) finish()
  })
  socket.on('error', () => {}).on('close', finish)
  socket.write(Buffer.from(bytes, 'latin1'))
  if (stopsSending) socket.end()
  return promise
}
