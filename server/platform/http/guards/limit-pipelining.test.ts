import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { limitPipelining } from './limit-pipelining.ts'

type Exchange = { request: IncomingMessage; response: ServerResponse }

async function openServer(maxWaiting?: number) {
  const begun: Exchange[] = []
  const server = createServer(limitPipelining((request, response) => void begun.push({ request, response }), maxWaiting))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const ask = (count: number, last = '') =>
    socket.write(
      Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nhost: x\r\n${index === count - 1 ? last : ''}\r\n`).join(''),
    )
  return { begun, socket, ask }
}

test('pipelined requests are handled sequentially, and their responses are sent in order', async () => {
  const { begun, socket, ask } = await openServer()
  ask(10, 'connection: close\r\n')
  const answers = text(socket)
  for (let number = 0; number < 10; number++) {
    await expect.poll(() => begun.length).toBe(number + 1)
    begun[number]?.response.end(`answer ${begun[number]?.request.url};`)
  }
  expect((await answers).match(/answer \/\d;/g)).toEqual(Array.from({ length: 10 }, (_, number) => `answer /${number};`))
})

test('queued requests of a disconnected client are not started', async () => {
  const { begun, socket, ask } = await openServer()
  ask(10)
  await expect.poll(() => begun.length).toBe(1)
  const closed = once(begun[0]?.response as ServerResponse, 'close')
  socket.resetAndDestroy()
  await closed
  expect(begun.length).toBe(1)
})

test('a connection with too many queued requests is closed, and the running request is notified', async () => {
  const { begun, socket, ask } = await openServer(3)
  ask(5)
  await once(socket.resume(), 'close')
  await expect.poll(() => begun[0]?.response.closed).toBe(true)
  expect(begun.length).toBe(1)
})
