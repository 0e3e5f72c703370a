import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type HangingProxy = Awaited<ReturnType<typeof openHangingProxy>>
/**
 * A proxied connection. `startup` is the client's first message, which contains its application name. `held` forwards the data that was
 * held back, once the network resumes.
 */
type Pair = { sockets: [client: Socket, server: Socket]; startup: string; isHung: boolean; held: (() => void)[] }

/**
 * Opens a proxy in front of PostgreSQL that can simulate a hanging network, on all connections or on some: bytes are
 * neither forwarded nor rejected.
 */
export async function openHangingProxy(databaseUrl: string) {
  let target = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  let isHung = false

  const proxy = createServer((client) => {
    const pair: Pair = { sockets: [client, connect(Number(target.port), target.hostname)], startup: '', isHung: false, held: [] }
    const inTurn = (step: () => void) => {
      if (isHung || pair.isHung) pair.held.push(step)
      else step()
    }
    pairs.add(pair)
    for (const socket of pair.sockets) {
      const other = socket === client ? pair.sockets[1] : client
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        if (socket === client) pair.startup ||= chunk.toString('latin1')
        inTurn(() => other.write(chunk))
      })
      socket.once('close', () =>
        inTurn(() => {
          pairs.delete(pair)
          other.destroy()
        }),
      )
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }).href,
    /** Stops forwarding on all open and new connections. */
    hang: () => {
      isHung = true
    },
    /** Stops forwarding on the open connections whose application name contains the given text. */
    hangOpen: (application: string) => {
      for (const pair of pairs) pair.isHung = pair.startup.includes(application)
    },
    /** Number of open connections whose application name contains the text */
    openCount: (application: string) => [...pairs].filter(({ startup }) => startup.includes(application)).length,
    resume: () => {
      isHung = false
      for (const pair of pairs) {
        pair.isHung = false
        for (const step of pair.held.splice(0)) step()
      }
    },
    /** Connects new clients to another database server. */
    leadTo: (url: string) => {
      target = new URL(url)
    },
    close: async () => {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
