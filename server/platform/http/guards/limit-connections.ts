import type { Server } from 'node:http'
import { siteNetworkOf } from '../ip-networks.ts'

/**
 * Share of the connections that one network may use while fewer than half of all connections are open, and while more are: many readers may
 * share a network, but a network must not use all connections.
 */
const SHARE_WHILE_FREE = 0.5
const SHARE_WHILE_SCARCE = 0.25
const MAKE_ROOM_EVERY_MS = 1000
const REPORT_EVERY_MS = 3_600_000

/** Maximum number of connections, even if the system allows more open files: memory is then the limit. */
const MOST = 10_000
/** Number of file descriptors reserved for the database, child processes, uploads and modules. */
const RESERVED = 256

/**
 * Closes connections beyond `max`, and those of one network beyond its share. Connections of trusted proxies are exempt from the share.
 * @param onFull called when connections are closed because of `max`, at most once an hour
 */
export function limitConnections(
  server: Server,
  { max, isProxy, onFull }: { max: number; isProxy: (ip: string) => boolean; onFull: () => void },
) {
  server.maxConnections = max
  makeRoomWhenFull(server, onFull)
  const open = new Map<string, number>()
  let all = 0
  const mayOpen = (count: number) => count <= Math.ceil(max * (all <= max * SHARE_WHILE_FREE ? SHARE_WHILE_FREE : SHARE_WHILE_SCARCE))

  server.on('connection', (socket) => {
    const ip = socket.remoteAddress
    if (!ip || isProxy(ip)) return
    const network = siteNetworkOf(ip)
    const count = (open.get(network) ?? 0) + 1
    if (!mayOpen(count)) return void socket.destroy()
    open.set(network, count)
    all += 1
    socket.once('close', () => {
      all -= 1
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

/** Closes idle keep-alive connections when the maximum is reached. */
function makeRoomWhenFull(server: Server, onFull: () => void) {
  let madeAt = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    const now = performance.now()
    if (now - madeAt < MAKE_ROOM_EVERY_MS) return
    madeAt = now
    if (now - reportedAt >= REPORT_EVERY_MS) {
      reportedAt = now
      onFull()
    }
    server.closeIdleConnections()
  })
}

/** Returns the limit of open files and sockets of this process; undefined if the system has none. */
export function readOpenFilesLimit(): number | undefined {
  // Network details are excluded from the report, which would otherwise resolve the host names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const limit = userLimits?.open_files?.soft
  return typeof limit === 'number' ? limit : undefined
}

/** Returns the limit of connections that leaves one file descriptor per connection for an open file, and some for the server itself. */
export function maxConnections(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST
  const room = openFiles - Math.min(RESERVED, openFiles / 2)
  return Math.min(MOST, Math.floor(room / 2))
}
