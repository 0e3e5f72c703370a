import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStallingProxy, type StallingProxy } from './stalling-proxy.ts'

const STALLED_MS = 50

let proxy: StallingProxy
let echo: ReturnType<typeof createServer>
beforeEach(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  proxy = await openStallingProxy((echo.address() as AddressInfo).port)
})
afterEach(async () => {
  await proxy.close()
  echo.close()
})

function openClient() {
  const socket = connect(proxy.port, '127.0.0.1')
  const heard: string[] = []
  socket.on('data', (chunk) => heard.push(String(chunk))).on('error', () => undefined)
  return { socket, heard }
}

test('data sent while the stalling proxy forwards nothing arrives after it resumes, on open and new connections', async () => {
  const open = openClient()
  open.socket.write('before ')
  await expect.poll(() => open.heard.join('')).toBe('before ')
  proxy.stall()
  open.socket.write('meanwhile')
  const late = openClient()
  late.socket.write('late')
  await delay(STALLED_MS)
  expect([open.heard, late.heard]).toEqual([['before '], []])
  expect(open.socket.closed || late.socket.closed).toBe(false)
  proxy.resume()
  await expect.poll(() => [open.heard.join(''), late.heard.join('')]).toEqual(['before meanwhile', 'late'])
})

test('when the service behind the stalling proxy closes a connection, the proxy closes the client’s connection', async () => {
  const { socket, heard } = openClient()
  socket.write('here')
  await expect.poll(() => heard.length).toBe(1)
  await proxy.close()
  await expect.poll(() => socket.closed).toBe(true)
})
