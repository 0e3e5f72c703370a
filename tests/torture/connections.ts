import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Where the product listens. */
export type Target = { url: string }

/** Where harm comes from, so that readers on 127.0.0.1 are others. All of 127.0.0.0/8 is this machine. */
export const HARMFUL_ADDRESS = '127.0.0.66'

/** Opens a connection; undefined when it is refused. What becomes of it afterwards raises no error. */
export function openConnection({ url }: Target, { from = HARMFUL_ADDRESS } = {}): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const host = hostname === 'localhost' ? '127.0.0.1' : hostname
    const socket = connect({ host, port: Number(port), localAddress: from }, () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })
}

/** Opens many at a time, yet no more than the system's queue for a listening socket holds. */
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

/** Of those, how many the other side keeps: a refused one is closed as soon as it is accepted. Waits until that has settled. */
export async function countKept(sockets: Socket[]): Promise<number> {
  for (const socket of sockets) socket.resume()
  const count = () => sockets.filter((socket) => !socket.destroyed && !socket.readableEnded).length
  for (let kept = -1; kept !== count(); ) {
    kept = count()
    await delay(1000)
  }
  return count()
}

export function closeAll(sockets: Socket[]) {
  for (const socket of sockets) socket.destroy()
}
