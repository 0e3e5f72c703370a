import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type CuttingProxy = Awaited<ReturnType<typeof openCuttingProxy>>

/** Opens a proxy that repeatedly cuts every connection after a number of uploaded bytes. */
export async function openCuttingProxy(target: string) {
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let to = target
  let every = Number.POSITIVE_INFINITY
  let bytesPerSecond = Number.POSITIVE_INFINITY
  let sinceCut = 0
  const seen = { up: 0, cuts: 0 }

  function cut() {
    sinceCut = 0
    seen.cuts++
    // Bytes that the proxy has forwarded still reach the server, without the client knowing.
    for (const client of clients) client.resetAndDestroy()
  }

  const server = createServer((client) => {
    const { hostname, port } = new URL(to)
    const app = connect(Number(port), hostname)
    clients.add(client)
    for (const socket of [client, app]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        clients.delete(client)
        client.destroy()
        app.destroy()
      })
    }
    app.pipe(client)
    client.on('data', (chunk) => {
      seen.up += chunk.length
      sinceCut += chunk.length
      const writable = app.write(chunk)
      if (sinceCut >= every) return cut()
      const pauseMs = (chunk.length / bytesPerSecond) * 1000
      if (writable && pauseMs < 1) return
      client.pause()
      const goOn = () => setTimeout(() => client.resume(), pauseMs)
      if (writable) goOn()
      else app.once('drain', goOn)
    })
    client.once('end', () => app.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Number of uploaded bytes, and number of times that the proxy cut the connections */
    seen,
    cut,
    cutEvery: (bytes: number) => {
      every = bytes
    },
    slowDown: (bytes: number) => {
      bytesPerSecond = bytes
    },
    leadTo: (url: string) => {
      to = url
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
