import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Problem } from '#contracts/common/problem.ts'

const RETRY_SECONDS = 5
const TITLE = 'Starting: this app is waiting for its database'

/**
 * Opens a server that responds while an instance starts, which may have to wait for its database. The process is live but not ready, and
 * all other requests get 503. A port in use is reported immediately. The port is known even if the operating system chooses it.
 */
export async function openStartingServer({ host, port }: { host: string; port: number }) {
  const server = createServer((request, response) => {
    const instance = request.url?.split('?', 1)[0] ?? ''
    request.resume()
    const headers = { 'cache-control': 'no-store', connection: 'close' }
    if (instance === '/api/health/live') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}')
      return
    }
    const requestId = randomUUID()
    const problem: Problem = { type: 'about:blank', title: TITLE, status: 503, instance, code: 'unavailable', requestId }
    response
      .writeHead(503, {
        ...headers,
        'content-type': 'application/problem+json',
        'retry-after': String(RETRY_SECONDS),
        'x-request-id': requestId,
      })
      .end(JSON.stringify(problem))
  })
  server.listen({ host, port })
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'EADDRINUSE' ? 'another program uses this port' : cause.message
    throw Object.assign(new Error(`The app can’t listen on ${host}:${port}: ${reason}.`), { code: cause.code })
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Closes the starting server, which frees the port for the actual server. */
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
