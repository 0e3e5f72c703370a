import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type StallingProxy = Awaited<ReturnType<typeof openStallingProxy>>

/**
 * Opens a TCP proxy to a local port. The proxy can stop forwarding without closing connections, like a network with an unplugged cable.
 * Data sent in the meantime arrives after forwarding resumes, unless the sender timed out.
 */
export async function openStallingProxy(targetPort: number) {
  const sockets = new Set<Socket>()
  let stalled = false
  let onResume: (() => void)[] = []

  function forward(from: Socket, to: Socket) {
    from.on('data', (chunk) => {
      if (to.write(chunk)) return
      from.pause()
      to.once('drain', () => stalled || from.resume())
    })
    from.once('end', () => to.end())
  }

  function join(client: Socket) {
    if (client.destroyed) return
    const server = connect(targetPort, '127.0.0.1')
    sockets.add(server)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      forward(socket, other)
      if (stalled) socket.pause()
    }
  }

  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => {
    sockets.add(client)
    client.on('error', () => undefined).once('close', () => sockets.delete(client))
    const begin = () => {
      join(client)
      client.resume()
    }
    if (stalled) onResume.push(begin)
    else begin()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      stalled = false
      for (const socket of sockets) socket.resume()
      for (const begin of onResume) begin()
      onResume = []
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
