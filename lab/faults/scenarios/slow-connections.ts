import { closeAll, countOpenConnections, openConnections, type Target } from '../connections.ts'

const HEADS = {
  /** Request headers that never end */
  head: 'GET /bookshop HTTP/1.1\r\nhost: lectern\r\nx-slow: ',
  /** Request body that never ends, on a route that reads no body */
  body: 'POST /bookshop HTTP/1.1\r\nhost: lectern\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n',
}

/** Sends one byte a second on every connection until `during` has ended. */
export async function holdSlowConnections(
  target: Target,
  { connections = 1000, what = 'head', from }: { connections?: number; what?: keyof typeof HEADS; from?: string } = {},
  during: () => Promise<void> = async () => undefined,
): Promise<{ opened: number; kept: number }> {
  const sockets = await openConnections(target, connections, from ? { from } : {})
  for (const socket of sockets) socket.write(HEADS[what])
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 1000)
  await during()
  const kept = await countOpenConnections(sockets)
  clearInterval(timer)
  closeAll(sockets)
  return { opened: sockets.length, kept }
}
