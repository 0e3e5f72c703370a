import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Host and port of the server. */
export type Target = { url: string }

/** Source address of the load, so that readers on 127.0.0.1 count as other visitors. All of 127.0.0.0/8 is this machine. */
export const ATTACKER_ADDRESS = '127.0.0.66'

/** Opens a connection, or returns undefined if the connection is refused. Later errors of the connection are ignored. */
export function openConnection({ url }: Target, { from = ATTACKER_ADDRESS } = {}): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const host = hostname === 'localhost' ? '127.0.0.1' : hostname
    const socket = connect({ host, port: Number(port), localAddress: from }, () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })
}

/** Opens connections concurrently, but never more than fit into the system's listen queue. */
export async function openConnections(target: Target, count: number, options: { from?: string } = {}): Promise<Socket[]> {
  const open: Socket[] = []
  while (open.length < count) {
    const some = await Promise.all(Array.from({ length: Math.min(100, count - open.length) }, () => openConnection(target, options)))
    const made = some.filter((socket) => socket !== undefined)
    if (made.length === 0) break
    open.push(...made)
  }
  return open
}

/** Counts the connections that the server has not closed. The server accepts every connection, then closes rejected connections. */
export function stillOpen(sockets: Socket[]): number {
  for (const socket of sockets) socket.resume()
  return sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length
}

/** Counts connections once their number no longer changes. */
export async function countOpenConnections(sockets: Socket[]): Promise<number> {
  for (let kept = -1; kept !== stillOpen(sockets); ) {
    kept = stillOpen(sockets)
    await delay(1000)
  }
  return stillOpen(sockets)
}

export function closeAll(sockets: Socket[]) {
  for (const socket of sockets) socket.destroy()
}
