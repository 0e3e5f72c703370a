import type { Server } from 'node:http'
import { networkOf } from './ip-networks.ts'

/** Many readers may share one network, but one network must not use all connections. */
const SHARE_OF_A_NETWORK = 0.25
const MAKE_ROOM_EVERY_MS = 1000

/** Closes connections beyond `max`, and those of one network beyond its share. Connections of trusted proxies are not counted by network. */
export function limitConnections(server: Server, { max, isProxy }: { max: number; isProxy: (ip: string) => boolean }) {
  server.maxConnections = max
  makeRoomWhenFull(server)
  const maxOfNetwork = Math.ceil(max * SHARE_OF_A_NETWORK)
  const open = new Map<string, number>()

  server.on('connection', (socket) => {
    const ip = socket.remoteAddress
    if (!ip || isProxy(ip)) return
    const network = networkOf(ip)
    const count = (open.get(network) ?? 0) + 1
    if (count > maxOfNetwork) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Closes kept-alive connections first, which are idle. */
function makeRoomWhenFull(server: Server) {
  let madeAt = 0
  server.on('drop', () => {
    const now = performance.now()
    if (now - madeAt < MAKE_ROOM_EVERY_MS) return
    madeAt = now
    server.closeIdleConnections()
  })
}
