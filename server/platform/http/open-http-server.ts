import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type IsProxy, sanitizeForwardedHeaders, visitorIp } from './forwarded-headers.ts'
import { hasBody } from './guards/close-unread-requests.ts'
import { limitConnections, maxConnections, readOpenFilesLimit } from './guards/limit-connections.ts'
import { limitPipelining } from './guards/limit-pipelining.ts'
import type { ObserveResponse } from './observe-responses.ts'
import type { RedirectToPublicHost } from './public-host.ts'

/** Time limit of a whole request, in ms: 1 GB at 1 Mbit/s takes 2.3 hours. Bodies without files have a shorter limit. */
const REQUEST_TIMEOUT_MS = 3 * 3_600_000
/** Time in ms after which a connection without traffic is closed. */
const IDLE_TIMEOUT_MS = 120_000
/** Time limit for receiving the headers of a request, in ms; also closes a connection that never sent a byte. */
const HEAD_TIMEOUT_MS = 20_000
const LOOK_FOR_SLOW_MS = 5000
/** Time in ms that a keep-alive connection stays open for its next request. */
const KEPT_CONNECTION_MS = 72_000

/** Sent response with the visitor's IP address, which is a function because computing the address takes a moment */
export type SentPage = { request: IncomingMessage; status: number; ip: () => string }

/** Hooks that run outside of Fastify, and also for cached responses */
export type HttpHooks = {
  /** Hook called before Fastify for requests without a body. Sends a cached response and returns its route, or returns undefined */
  serveCached?: (request: IncomingMessage, response: ServerResponse) => string | undefined
  /** Hook called for every response to a client */
  observeResponse?: ObserveResponse
  /** Hook called for every request before forwarded headers of untrusted peers are removed */
  observeForwarded?: (request: IncomingMessage) => void
  /** Hook called after every response to a client, including cached responses */
  onPageSent?: (page: SentPage) => void
}

/** Called when connections are closed because too many are open, at most once an hour */
type OnFull = (limits: { connections: number; openFiles: number | undefined }) => void

/** Creates the HTTP server. Responses of `serveCached` bypass Fastify, which takes most of the time of other responses. */
export function openHttpServer(
  handle: RequestListener,
  deps: HttpHooks & { redirectToPublicHost: RedirectToPublicHost | undefined; isProxy: IsProxy; onFull: OnFull },
) {
  const { redirectToPublicHost, serveCached, observeResponse, observeForwarded, onPageSent, isProxy, onFull } = deps
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEAD_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    keepAliveTimeout: KEPT_CONNECTION_MS,
  }
  const listener: RequestListener = (request, response) => {
    observeForwarded?.(request)
    sanitizeForwardedHeaders(request, isProxy)
    const isAmbiguous = repeatsHost(request)
    if (!isAmbiguous && redirectToPublicHost?.(request, response)) return
    // Ambiguous requests and requests with a body are left to Fastify, which refuses ambiguous requests and handles unexpected bodies.
    const began = observeResponse && performance.now()
    const route = isAmbiguous || hasBody(request) ? undefined : serveCached?.(request, response)
    const sent = () => onPageSent?.({ request, status: response.statusCode, ip: () => visitorIp(request, isProxy) })
    if (route === undefined) {
      if (onPageSent) response.once('finish', sent)
      return handle(request, response)
    }
    sent()
    if (began !== undefined) {
      const seconds = (performance.now() - began) / 1000
      observeResponse?.({ method: 'GET', route, status: response.statusCode, seconds, uploadedBytes: 0 })
    }
  }
  const server = createHttpServer(options, limitPipelining(listener))
  server.setTimeout(IDLE_TIMEOUT_MS)
  const openFiles = readOpenFilesLimit()
  const connections = maxConnections(openFiles)
  limitConnections(server, { max: connections, isProxy: (ip) => isProxy(ip, 0), onFull: () => onFull({ connections, openFiles }) })
  return server
}

/** Returns whether a request has several Host headers, from which a proxy and this server could choose different ones. */
export function repeatsHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}
