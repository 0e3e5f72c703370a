import { closeAll, openConnections, type Target } from '../connections.ts'

/** Pipelines `each` requests on each of `connections` connections, reads no response, and disconnects when `during` resolves. */
export async function pipelineRequests(
  target: Target,
  { path, connections = 30, each = 800 }: { path: string; connections?: number; each?: number },
  during: () => Promise<void> = async () => undefined,
): Promise<{ connections: number; sent: number }> {
  const sockets = await openConnections(target, connections)
  for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nhost: lectern\r\n\r\n`.repeat(each))
  await during()
  closeAll(sockets)
  return { connections: sockets.length, sent: sockets.length * each }
}
