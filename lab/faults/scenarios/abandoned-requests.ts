import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection, type Target } from '../connections.ts'

/** Ways in which a client disconnects: before the response, by a reset, by closing only the client's side, or during the response. */
const DISCONNECTS = {
  aborts: (socket: Socket) => void socket.destroy(),
  resets: (socket: Socket) => void socket.resetAndDestroy(),
  halfCloses: async (socket: Socket) => {
    socket.end()
    await Promise.race([once(socket.resume(), 'close'), delay(2000)])
    socket.destroy()
  },
  leavesMidway: async (socket: Socket) => {
    await Promise.race([once(socket, 'readable'), delay(2000)])
    socket.resetAndDestroy()
  },
}

/**
 * Requests files and disconnects: `requests` in total, `pipelined` of them on each connection, in every way of disconnecting, with `atOnce`
 * concurrent connections.
 */
export async function abandonRequests(
  target: Target,
  { paths, requests = 10_000, pipelined = 10, atOnce = 20 }: { paths: string[]; requests?: number; pipelined?: number; atOnce?: number },
): Promise<{ sent: number }> {
  const disconnects = Object.values(DISCONNECTS)
  const connections = Math.ceil(requests / pipelined)
  let next = 0
  let sent = 0
  const visit = async () => {
    while (next < connections) {
      const number = next++
      const socket = await openConnection(target)
      if (!socket) continue
      socket.write(requestsFor(paths, { number, count: pipelined }))
      sent += pipelined
      await disconnects[number % disconnects.length]?.(socket)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, visit))
  return { sent }
}

function requestsFor(paths: string[], { number, count }: { number: number; count: number }): string {
  const pathAt = (index: number) => paths[(number + index) % paths.length]
  return Array.from({ length: count }, (_, index) => `GET ${pathAt(index)} HTTP/1.1\r\nhost: lectern\r\n\r\n`).join('')
}
