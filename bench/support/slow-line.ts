import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Slow 4G, as Lighthouse has it. */
const DOWN_BITS = 1_600_000
const UP_BITS = 750_000
const ROUND_TRIP_MS = 150
/** One for TCP, one for TLS 1.3: what a connection takes before its first byte, on a line to the real site. */
const GREETINGS = 2
const PACKET_BYTES = 4096
const TIMER_SLACK_MS = 20

export const SLOW_LINE = `${DOWN_BITS / 1e6} Mbit/s, ${ROUND_TRIP_MS} ms`

/**
 * A phone's line to an app: all connections share its rate, and whatever is sent arrives half a round trip later. It sees every byte
 * of every connection, whoever in the browser asked: pages, workers and the requests that workers make.
 */
export async function openSlowLine(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const down = openLane(DOWN_BITS)
  const up = openLane(UP_BITS)

  const server = createServer((browser) => {
    const app = connect(Number(port), hostname)
    for (const socket of [browser, app]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    // Not the other way round: what the app said before it closed is still on its way.
    browser.once('close', () => app.destroy())
    const greeted = wait(GREETINGS * ROUND_TRIP_MS)
    carry(browser, app, up, greeted).catch(() => app.destroy())
    carry(app, browser, down, greeted).catch(() => browser.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Bytes that came down so far, headers included */
    received: () => down.passed(),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type Lane = ReturnType<typeof openLane>

/** One direction of the line. Packets leave it one after the other, in the order in which they came. */
function openLane(bitsPerSecond: number) {
  let freeAt = 0
  let passed = 0
  return {
    passed: () => passed,
    /** Answers when the packet will have left. */
    enter(bytes: number): number {
      freeAt = Math.max(freeAt, performance.now()) + (bytes * 8 * 1000) / bitsPerSecond
      passed += bytes
      return freeAt
    },
  }
}

async function carry(from: Socket, to: Socket, lane: Lane, greeted: Promise<void>) {
  await greeted
  let leaves = 0
  let delivered = Promise.resolve()
  for await (const chunk of from as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; start += PACKET_BYTES) {
      const packet = chunk.subarray(start, start + PACKET_BYTES)
      // Only one waits for its turn, so that connections share the line; and it waits ahead, so that a late timer leaves no gap.
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
