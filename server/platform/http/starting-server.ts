import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Problem } from '#contracts/common/problem.ts'
import { THEME } from '#contracts/site/palette.ts'

const RETRY_SECONDS = 5
const TITLE = 'Starting: this app can’t serve requests yet'
/** Time limit in ms for finding out whether another program listens on a port. */
const CONNECT_MS = 1000
const STYLE = `body{font:1.25rem/1.5 Georgia,serif;margin:0;padding:20vh 1rem 0;background:${THEME.paper};color:${THEME.ink}}main{max-width:26rem;margin:auto}h1{font-size:2rem;font-weight:400;margin:0}`

/** Page that visitors see while no app can serve them. It reloads itself. The proxies in `deploy/` send the same page. */
export const WAITING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>One moment</title><style>${STYLE}</style><body><main><h1>One moment</h1><p>The site will be back in a few seconds. This page reloads by itself.</p></main></body></html>`

/**
 * Creates a server that responds while an instance starts, once it is opened. The process is live but not ready. Visitors get a page that
 * reloads itself, and clients of the API a problem with status 503.
 * @param isBehindProxy whether requests other than health checks are closed without a response: the proxy then sends reads to another
 * instance, or responds with a page of its own
 */
export function createStartingServer({ host, port, isBehindProxy }: { host: string; port: number; isBehindProxy: boolean }) {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    request.resume()
    if (path === '/api/health/live') return send(response, 200, 'application/json; charset=utf-8', '{"status":"ok"}')
    if (isBehindProxy && !/^\/api\/health(\/ready)?$/.test(path)) return request.socket.destroy()
    response.setHeader('retry-after', String(RETRY_SECONDS))
    if (isForPage(request, path)) return sendPage(response)
    const requestId = randomUUID()
    const problem: Problem = { type: 'about:blank', title: TITLE, status: 503, instance: path, code: 'unavailable', requestId }
    response.setHeader('x-request-id', requestId)
    send(response, 503, 'application/problem+json', JSON.stringify(problem))
  })
  return {
    /** Port that the server listens on, also if the operating system has chosen it; undefined before it is opened */
    port: () => (server.address() as AddressInfo | null)?.port,
    open: async (): Promise<void> => {
      if (server.listening) return
      server.listen({ host, port })
      await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
        throw toListenError(error, { host, port })
      })
    },
    /** Closes the starting server, which frees the port for the actual server. */
    close: async (): Promise<void> => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Rejects if another program listens on the port. The port is not opened, since a proxy would send requests to it. */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<void> {
  if (port === 0) return
  const socket = connect({ host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port, timeout: CONNECT_MS })
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false))
  })
  socket.destroy()
  if (isTaken) throw toListenError(Object.assign(new Error(), { code: 'EADDRINUSE' }), { host, port })
}

/** Returns an error that names the address on which a server could not listen, and the reason. */
export function toListenError(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  const reason = cause.code === 'EADDRINUSE' ? 'another program uses this port' : cause.message
  return Object.assign(new Error(`The app can’t listen on ${host}:${port}: ${reason}.`), { code: cause.code })
}

function isForPage({ method }: IncomingMessage, path: string) {
  return (method === 'GET' || method === 'HEAD') && !/^\/api(\/|$)/.test(path)
}

function sendPage(response: ServerResponse) {
  response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
  send(response, 503, 'text/html; charset=utf-8', WAITING_PAGE)
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, { 'cache-control': 'no-store', connection: 'close', 'content-type': type }).end(body)
}
