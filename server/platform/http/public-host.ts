import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

/** Redirects of one URL that one address is sent in this time when the proxy in front does not pass on the host: a browser goes in circles. */
const CIRCLES = { redirects: 5, ms: 10_000 }
/** Balancers check the health of a node under its own address, other sites may name the API by any, and built files are the same everywhere. */
const ANY_HOST = /^\/(api|assets|pdfjs)(\/|\?|$)/

export type RedirectToPublicHost = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Redirects requests for pages and feeds under another name, such as `www.` or an IP address, to the host of `publicUrl`: browsers keep
 * purchases for one origin, and the API lets pages of this one open items. Returns whether it did. Without the forwarded headers of
 * strangers, which are removed before.
 */
export function createPublicHostRedirect(publicUrl: string, warn: (details: object, text: string) => void): RedirectToPublicHost {
  const { host: publicHost, hostname: publicName, protocol, origin } = new URL(publicUrl)
  const recent = new LRUCache<string, number>({ max: 1000, ttl: CIRCLES.ms })
  let isHostPassedOn: boolean | undefined

  function isPublic(given: string) {
    // Almost always
    if (given === publicHost) return true
    const url = URL.parse(`${protocol}//${given}`)
    // Proxies may drop the port, and a host that can't be read is refused later.
    return !url || url.host === publicHost || (url.hostname === publicName && !/:\d+$/.test(given))
  }

  /** As long as no request came for the public host, that may be because a proxy replaces it. */
  function goesInCircles({ socket, url }: IncomingMessage, given: string) {
    if (isHostPassedOn !== undefined) return !isHostPassedOn
    const key = `${socket.remoteAddress} ${url}`
    const times = (recent.get(key) ?? 0) + 1
    recent.set(key, times)
    if (times <= CIRCLES.redirects) return false
    isHostPassedOn = false
    warn({ host: given, publicUrl }, 'pages are shown under every host: the proxy in front does not pass on the Host that visitors ask for')
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
    // Not stored: browsers would go in circles after PUBLIC_URL has changed to a name that was redirected before.
    response.writeHead(308, { location: `${origin}${path.startsWith('/') ? path : `/${path}`}`, 'cache-control': 'no-store' }).end()
    return true
  }
}
