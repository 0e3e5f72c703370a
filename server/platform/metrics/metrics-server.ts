import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

/** Serves `/metrics` on a separate port, so that no proxy in front of the site can expose it. */
export async function serveMetrics(registry: Registry, { host, port }: { host: string; port: number }) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
}
