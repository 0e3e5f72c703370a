import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from './drain.ts'
import { createServer } from './server.ts'

test('an unexpected error is logged as an error, but as a warning if the shutdown aborted its request', async () => {
  const lines: string[] = []
  const drain = createDrain()
  const logStream = { write: (line: string) => lines.push(line) }
  const app = await createServer({ logLevel: 'warn', trustProxy: false, allowedOrigins: [], drain, logStream })
  onTestFinished(() => app.close())
  app.get('/failing', () => Promise.reject(new Error('broken')))
  let started = Promise.withResolvers<void>()
  app.get('/aborted', async (request) => {
    started.resolve()
    await once(request.raw.socket, 'close')
    throw new Error('the folder is gone')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const levels = () => lines.map((line) => (JSON.parse(line) as { level: number }).level)
  async function openAborted() {
    started = Promise.withResolvers()
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write('GET /aborted HTTP/1.1\r\nhost: x\r\n\r\n')
    await started.promise
    return socket
  }

  expect((await fetch(`http://127.0.0.1:${port}/failing`)).status).toBe(500)
  const socket = await openAborted()
  socket.destroy()
  await expect.poll(levels).toEqual([50, 50])

  await openAborted()
  await drain.run({ graceMs: 0, finishMs: 0 })
  await expect.poll(levels).toEqual([50, 50, 40])
})

test('a client that leaves before the first byte of a streamed response is no error', async () => {
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const app = await createServer({ logLevel: 'info', trustProxy: false, allowedOrigins: [], drain: createDrain(), logStream })
  onTestFinished(() => app.close())
  const started = Promise.withResolvers<void>()
  // The body of the request is complete, so Node does not count the request as aborted.
  app.post('/slow', (_, reply) => {
    started.resolve()
    return reply.type('text/html').send(new PassThrough())
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  await started.promise
  socket.destroy()
  await expect.poll(() => lines.join('')).toContain('the client left before the response began')
  expect(lines.join('')).not.toContain('unexpected error')
})
