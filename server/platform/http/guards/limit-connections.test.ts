import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConnections, maxConnections, readOpenFilesLimit } from './limit-connections.ts'

async function openServer(options: { max: number; isProxy?: (ip: string) => boolean; onFull?: () => void }) {
  const server = createServer((_request, response) => response.end('ok'))
  limitConnections(server, { isProxy: () => false, onFull: () => undefined, ...options })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    open: async (count: number, localAddress: string) => {
      const added = Array.from({ length: count }, () => connect({ host: '127.0.0.1', port, localAddress }).on('error', () => undefined))
      sockets.push(...added)
      await Promise.all(added.map((socket) => once(socket.resume(), 'connect')))
      return added
    },
    held: () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
  }
}

test('a network may open half of the connections while fewer are open, and a quarter while more are', async () => {
  const { open, held } = await openServer({ max: 40 })
  const crowd = await open(30, '127.0.0.2')
  await expect.poll(held).toBe(20)
  await open(12, '127.0.0.3')
  await expect.poll(held).toBe(30)
  for (const socket of crowd) socket.destroy()
  await expect.poll(held).toBe(10)
})

test('connections of a trusted proxy do not count toward the share of one network', async () => {
  const { open, held } = await openServer({ max: 40, isProxy: (ip) => ip === '127.0.0.2' })
  await open(30, '127.0.0.2')
  await expect.poll(held).toBe(30)
})

test('connections beyond the maximum are closed immediately, and reported once', async () => {
  const onFull = vi.fn()
  const { open, held } = await openServer({ max: 20, isProxy: () => true, onFull })
  const sockets = await open(30, '127.0.0.2')
  await expect.poll(() => sockets.filter(({ readableEnded, destroyed }) => readableEnded || destroyed).length).toBe(10)
  expect(await held()).toBe(20)
  await open(10, '127.0.0.2')
  expect(onFull).toHaveBeenCalledOnce()
})

test('idle keep-alive connections are closed when the maximum is reached', async () => {
  const { open } = await openServer({ max: 20, isProxy: () => true })
  const kept = await open(20, '127.0.0.2')
  for (const socket of kept) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await Promise.all(kept.map((socket) => once(socket, 'data')))
  await open(1, '127.0.0.3')
  await expect.poll(() => kept.every(({ readableEnded, destroyed }) => readableEnded || destroyed)).toBe(true)
})

test.each([
  [undefined, 10_000],
  [64, 16],
  [256, 64],
  [1024, 384],
  [4096, 1920],
  [1_048_576, 10_000],
])('with a limit of %s open files, %s connections are allowed, each with a file descriptor to spare', (openFiles, connections) => {
  expect(maxConnections(openFiles)).toBe(connections)
})

test('the limit of open files is read from the system', () => {
  expect(readOpenFilesLimit()).toBeGreaterThan(0)
})
