import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { type CountedKind, OWN_PAGES, UNKNOWN_SOURCE } from '#contracts/admin/statistics.ts'
import type { Happening } from './counter.ts'

const ITEM_PAGE = /^\/(book|podcast|author)s\/([a-z\d-]{1,100})(?:\?|$)/i
/** Maximum length of a User-Agent header, longer than that of any browser */
const LONGEST_USER_AGENT = 500
const LONGEST_HOST = 100
/** Headers that mark prefetch requests in current and older browsers. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose']

/** Pattern of subdomains that belong to one site, such as l.facebook.com for its app and m.facebook.com for phones */
const SAME_SITE = /^(www|m|l|lm|mobile)\.(?=[^.]+\.)/

/** Results are cached, since detecting a robot is the slowest step and many visitors send identical user agents. */
const robots = new LRUCache<string, boolean>({ max: 1000 })

/** Returns whether a User-Agent header belongs to a program instead of a person's browser. */
export function isRobot(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > LONGEST_USER_AGENT) return true
  const known = robots.get(userAgent)
  if (known !== undefined) return known
  const found = isbot(userAgent)
  robots.set(userAgent, found)
  return found
}

/**
 * Returns the page view that a response represents, if any. A 304 response counts, since the browser displays its cached copy. Prefetching,
 * programs, scripts and frames do not count, since nobody sees the page.
 */
export function readPageView(response: {
  method: string | undefined
  url: string | undefined
  status: number
  headers: IncomingHttpHeaders
  /** Host of the site from the settings, since a proxy may send a different Host header */
  publicHost?: string
}): Happening | undefined {
  const { method, url, status, headers, publicHost } = response
  if (method !== 'GET' || (status !== 200 && status !== 304)) return undefined
  const [, kind, slug] = ITEM_PAGE.exec(url ?? '') ?? []
  if (!kind || !slug || PREFETCH_HEADERS.some((name) => headers[name] !== undefined)) return undefined
  if (!isForWindow(headers) || isRobot(headers['user-agent'])) return undefined
  return {
    kind: kind.toLowerCase() as CountedKind,
    item: slug.toLowerCase(),
    event: 'viewed',
    source: readSource(headers.referer, [publicHost, String(headers['x-forwarded-host'] ?? headers.host).toLowerCase()]),
  }
}

/**
 * Returns whether the response is for a browser window. Older browsers send no Sec-Fetch headers, and a service worker that fetches the
 * page itself sends `empty`.
 */
function isForWindow({ 'sec-fetch-dest': destination = 'document', 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean {
  return destination === 'document' || (destination === 'empty' && mode === 'navigate')
}

/** Returns the host of the referrer. Android sends the package name for apps. Anything other than a public name counts as unknown. */
export function readSource(referrer: string | undefined, ownHosts: (string | undefined)[]): string {
  if (!referrer || !URL.canParse(referrer)) return UNKNOWN_SOURCE
  const { protocol, host, hostname } = new URL(referrer)
  if (ownHosts.includes(host)) return OWN_PAGES
  const name = hostname.toLowerCase().replace(SAME_SITE, '')
  const isName = /^https?:$|^android-app:$/.test(protocol) && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(name)
  return isName && name.length <= LONGEST_HOST ? name : UNKNOWN_SOURCE
}
