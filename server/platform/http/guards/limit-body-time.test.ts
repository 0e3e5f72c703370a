import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitBodyTime } from './limit-body-time.ts'

let app: FastifyInstance
let port = 0
beforeEach(async () => {
  app = Fastify()
  limitBodyTime(app)
  app.get('/large', (_request, reply) => reply.send(Buffer.alloc(8 * 1024 * 1024)))
  app.post('/echo', ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  app.server.closeAllConnections()
  await app.close()
})

test.each([
  ['', 'content-length: 10\r\n\r\n{'],
  [' whose length was not said', 'transfer-encoding: chunked\r\n\r\n5\r\n{"a'],
])('a small body%s that does not arrive in time closes the connection', async (_, rest) => {
  const socket = connect(port, '127.0.0.1')
  const received = once(app.server, 'request')
  socket.write(`POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`)
  await received
  while (vi.getTimerCount() === 0) await setImmediate()
  vi.advanceTimersByTime(31_000)
  expect(await text(socket).catch(() => 'cut')).toMatch(/^(cut)?$/)
})

test('sending a response, such as a recording to a slow phone, may take longer than the time limit of a request body', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await once(socket, 'readable')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(31_000)
  expect((await buffer(socket)).length).toBeGreaterThan(8 * 1024 * 1024)
})

test('the timer of a request body is cleared once the body has arrived', async () => {
  const socket = connect(port, '127.0.0.1')
  const head = 'POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 7'
  socket.write(`${head}\r\n\r\n{"a":1}`)
  expect(await text(socket)).toMatch(/\{"a":1\}$/)
  expect(vi.getTimerCount()).toBe(0)
})
