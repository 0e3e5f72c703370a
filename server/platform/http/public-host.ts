import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

/**
 * Threshold for detecting a redirect loop: number of redirects of one URL for one IP address within a time in ms. A proxy that does not
 * forward the Host header causes such loops.
 */
const CIRCLES = { redirects: 5, ms: 10_000 }
/**
 * Paths served under every host: load balancers check the health of an instance under its own address, other sites may call the API under
 * any host, and built files are the same everywhere.
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
    if (given === publicHost) return true
    const url = URL.parse(`${protocol}//${given}`)
    // The public host is accepted without its port, which proxies may drop. An unreadable host is refused later.
    return !url || url.host === publicHost || (url.hostname === publicName && !/:\d+$/.test(given))
  }

  /** Detects a redirect loop. A proxy that replaces the Host header is a possible cause until a request with the public host arrives. */
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
    // The origin is removed from the URL, since some proxies send an absolute URL.
    const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
    // Redirects must not be cached: if PUBLIC_URL changes to a host that was redirected before, cached redirects would form a loop.
    response.writeHead(308, { location: `${origin}${path.startsWith('/') ? path : `/${path}`}`, 'cache-control': 'no-store' }).end()
    return true
  }
}
