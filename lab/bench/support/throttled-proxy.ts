import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Download bandwidth of Lighthouse's "Slow 4G" profile, in bits per second. */
const DOWN_BITS = 1_600_000
const UP_BITS = 750_000
const ROUND_TRIP_MS = 150
/** Round trips before the first byte of a new connection: one for TCP, one for TLS 1.3. */
const HANDSHAKES = 2
const PACKET_BYTES = 4096
const TIMER_SLACK_MS = 20

export const SLOW_4G = `${DOWN_BITS / 1e6} Mbit/s, ${ROUND_TRIP_MS} ms`

/**
 * Opens a proxy with the bandwidth and latency of a phone: all connections share the rate, and bytes arrive half a round trip later. Unlike
 * throttling in the browser, the proxy also slows and counts requests of workers.
 */
export async function openThrottledProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const down = openChannel(DOWN_BITS)
  const up = openChannel(UP_BITS)

  const server = createServer((browser) => {
    const app = connect(Number(port), hostname)
    for (const socket of [browser, app]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    // The browser's connection stays open after the server's connection closes, because bytes sent before the close are still in transit.
    browser.once('close', () => app.destroy())
    const connected = wait(HANDSHAKES * ROUND_TRIP_MS)
    forward(browser, app, up, connected).catch(() => app.destroy())
    forward(app, browser, down, connected).catch(() => browser.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bytes received by the browser so far, including headers */
    received: () => down.passed(),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Channel = ReturnType<typeof openChannel>

/** Opens one direction of the proxy. Packets leave in the order of arrival. */
function openChannel(bitsPerSecond: number) {
  let freeAt = 0
  let passed = 0
  return {
    passed: () => passed,
    /** Queues a packet and returns the time at which it will have left. */
    enter(bytes: number): number {
      freeAt = Math.max(freeAt, performance.now()) + (bytes * 8 * 1000) / bitsPerSecond
      passed += bytes
      return freeAt
    },
  }
}

async function forward(from: Socket, to: Socket, lane: Channel, connected: Promise<void>) {
  await connected
  let leaves = 0
  let delivered = Promise.resolve()
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
      const packet = chunk.subarray(start, start + PACKET_BYTES)
      // Each connection queues a single packet, so that connections share the rate. The packet is queued early, so that a late timer leaves
      // no gap.
      await until(leaves - TIMER_SLACK_MS)
      const left = lane.enter(packet.length)
      const before = delivered
      delivered = Promise.all([before, until(left + ROUND_TRIP_MS / 2)]).then(() => void to.write(packet))
      leaves = left
    }
  }
  await delivered
  to.end()
}

async function until(moment: number) {
  const left = moment - performance.now()
  if (left > 0) await wait(left)
}
