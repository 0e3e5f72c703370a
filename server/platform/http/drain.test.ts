import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from './drain.ts'

const GRACE_MS = 300

async function openServer(listener: RequestListener) {
  const drain = createDrain({ quietMs: 50 })
  const server = createServer(listener)
  drain.follow(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { port, stop: (finishMs = 2000) => drain.run({ graceMs: GRACE_MS, finishMs }) }
}

function ask(port: number, path = '/', body?: AsyncIterable<string>): Promise<{ body: string; connection: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const asking = request({
    port,
    path,
    host: '127.0.0.1',
    method: body ? 'POST' : 'GET',
    agent: false,
    headers: { connection: 'keep-alive' },
  })
  asking.on('response', resolve).on('error', reject)
  void (async () => {
    for await (const part of body ?? []) asking.write(part)
    asking.end()
  })()
  return promise.then(async (response) => ({ body: await text(response), connection: response.headers.connection }))
}

async function* slowly(parts: string[], pauseMs: number) {
  for (const part of parts) {
    yield part
    await delay(pauseMs)
  }
}

test('a request that arrives within the grace period is served, and its response announces that the connection closes', async () => {
  const { port, stop } = await openServer((_request, response) => response.end('served'))
  expect(await ask(port)).toEqual({ body: 'served', connection: 'keep-alive' })
  const stopped = stop()
  expect(await ask(port)).toEqual({ body: 'served', connection: 'close' })
  await stopped
  await expect(ask(port)).rejects.toThrow('ECONNREFUSED')
})

test('a shutdown completes long responses and slow request bodies in progress, even after the grace period', async () => {
  const { port, stop } = await openServer(async (incoming, response) => {
    if (incoming.method === 'POST') return void response.end(await text(incoming))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for await (const part of slowly(['a', 'b', 'c', 'd'], GRACE_MS / 2)) response.write(part)
    response.end()
  })
  const answers = [ask(port), ask(port, '/', slowly(['1', '2', '3', '4'], GRACE_MS / 2))]
  await delay(20)
  await stop()
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['abcd', '1234'])
})

test('idle connections are closed without waiting for the time limit of pending requests', async () => {
  const { port, stop } = await openServer((_request, response) => response.end('served'))
  // Browsers open connections before they send a first request, and reuse connections after a response.
  const [unused, reused] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  reused.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await Promise.all([once(unused, 'connect'), once(reused, 'data')])
  const closed = [unused, reused].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await stop(2 ** 31 - 1)
  await Promise.all(closed)
})

test('a hanging request is aborted after the time limit of the shutdown', async () => {
  const { port, stop } = await openServer(() => undefined)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await stop(100)
  await closed
})
