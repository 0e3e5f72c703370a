import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Call = { method: string; url: URL; body: string; headers: IncomingHttpHeaders }
/** Response of a loopback server. `silence` keeps the connection open without a response; `hang-up` closes it. */
export type Answer = { status?: number; type?: string; body?: string; headers?: Record<string, string> } | 'silence' | 'hang-up'

/** Opens an HTTP server on the loopback interface. */
export async function openLoopbackServer(answer: (call: Call) => Answer | Promise<Answer>, port = 0) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    const call = { method: request.method ?? 'GET', url, body: await text(request), headers: request.headers }
    const given = await answer(call)
    if (given === 'silence') return
    if (given === 'hang-up') return void request.socket.destroy()
    response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'text/html; charset=utf-8', ...given.headers })
    response.end(given.body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const notThere: Answer = { status: 404, type: 'text/plain', body: 'Not found' }

export function redirectTo(location: string): Answer {
  return { status: 303, headers: { location } }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body), headers }
}
