import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

/**
 * Threshold for a redirect loop: redirects of one URL for one IP address in this time. A proxy that does not pass on the host causes such a
 * loop.
 */
const CIRCLES = { redirects: 5, ms: 10_000 }
/**
 * Paths served under every host: load balancers check a node's health under its own address, other sites may call the API under any host,
 * and built files are the same everywhere.
 */
const ANY_HOST = /^\/(api|assets|pdfjs)(\/|\?|$)/

export type RedirectToPublicHost = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Redirects requests for pages and feeds under another host, such as `www.` or an IP address, to the host of `publicUrl`: browsers store
 * purchases per origin, and the API lets pages of this origin open items. Returns whether a redirect was sent. Must run after forwarded
 * headers of untrusted peers were removed.
 */
export function createPublicHostRedirect(publicUrl: string, warn: (details: object, text: string) => void): RedirectToPublicHost {
  const { host: publicHost, hostname: publicName, protocol, origin } = new URL(publicUrl)
  const recent = new LRUCache<string, number>({ max: 1000, ttl: CIRCLES.ms })
  let isHostPassedOn: boolean | undefined

  function isPublic(given: string) {
    // The usual case
    if (given === publicHost) return true
    const url = URL.parse(`${protocol}//${given}`)
    // Proxies may drop the port. An unreadable host is refused later.
    return !url || url.host === publicHost || (url.hostname === publicName && !/:\d+$/.test(given))
  }

  /** Detects a redirect loop. Until a request for the public host arrives, a proxy that replaces the host is a possible cause. */
  function goesInCircles({ socket, url }: IncomingMessage, given: string) {
    if (isHostPassedOn !== undefined) return !isHostPassedOn
    const key = `${socket.remoteAddress} ${url}`
    const times = (recent.get(key) ?? 0) + 1
    recent.set(key, times)
    if (times <= CIRCLES.redirects) return false
    isHostPassedOn = false
    warn({ host: given, publicUrl }, 'pages are served under every host: the proxy does not forward the Host header of visitors')
    return true
  }

  return (request, response) => {
    const { method, url = '/', headers } = request
    const given = String(headers['x-forwarded-host'] ?? headers.host ?? '')
    if (!given || (method !== 'GET' && method !== 'HEAD')) return false
    if (isPublic(given)) {
      isHostPassedOn = true
      return false
    }
    if (ANY_HOST.test(url)) return false
    if (goesInCircles(request, given)) return false
    // Some proxies send the whole URL.
    const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
    // Not cached: if PUBLIC_URL changes to a host that was redirected before, cached redirects would form a loop.
    response.writeHead(308, { location: `${origin}${path.startsWith('/') ? path : `/${path}`}`, 'cache-control': 'no-store' }).end()
    return true
  }
}
