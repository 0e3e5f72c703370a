import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { createResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createServer } from '../server.ts'

async function openServer() {
  const answers = createResponseCache({ version: () => 1 })
  const options = { logLevel: 'silent', trustProxy: false, allowedOrigins: [] }
  const app = await createServer({ ...options, serveCached: answers.serveCached })
  const page = () => Promise.resolve(cachedResponse({ headers: { 'content-type': 'text/plain' }, body: Buffer.from('page') }))
  app.get('/page', async (request, reply) => answers.send(request, reply, '/page', await answers.obtain('/page', page)))
  app.post('/echo', ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return (bytes: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.write(bytes)
    return socket
  }
}

test.each([
  ['a page that takes none', 'GET /page HTTP/1.1'],
  ['a page that is kept', 'GET /page HTTP/1.1'],
  ['an address that is none', 'POST /nothing HTTP/1.1\r\ncontent-type: multipart/form-data; boundary=b'],
  ['a route that takes another kind', 'POST /echo HTTP/1.1\r\ncontent-type: application/pdf'],
])('the connection closes without waiting for the body for %s', async (_, head) => {
  const send = await openServer()
  if (_.endsWith('kept')) await once(send('GET /page HTTP/1.1\r\nhost: x\r\n\r\n'), 'data')
  const answer = await text(send(`${head}\r\nhost: x\r\ncontent-length: 1000000\r\n\r\na`))
  expect(answer).toMatch(/^HTTP\/1\.1 (200|404|415) .*\r\nconnection: close\r\n/is)
})

test('the connection stays open if the body of a refused request has already arrived', async () => {
  const send = await openServer()
  const socket = send('POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 3\r\n\r\nabc')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 .*\r\nconnection: keep-alive\r\n/is)
  socket.write('GET /page HTTP/1.1\r\nhost: x\r\n\r\n')
  const [next] = (await once(socket, 'data')) as [Buffer]
  expect(next.toString()).toMatch(/^HTTP\/1\.1 200 /)
})
