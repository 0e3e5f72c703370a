import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { type CountedKind, OWN_PAGES, UNKNOWN_SOURCE } from '#contracts/statistics.ts'
import type { Happening } from './counter.ts'

const ITEM_PAGE = /^\/(book|podcast|author)s\/([a-z\d-]{1,100})(?:\?|$)/i
/** Longer than what browsers send */
const LONGEST_USER_AGENT = 500
const LONGEST_HOST = 100
/** What browsers fetch ahead, in case the visitor goes there; older ones use the other names. */
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose']

/** Names under which one site sends visitors, such as l.facebook.com from an app and m.facebook.com from a phone */
const SAME_SITE = /^(www|m|l|lm|mobile)\.(?=[^.]+\.)/

/** Recognizing a robot takes longer than all else here, and many visitors send the same text. */
const robots = new LRUCache<string, boolean>({ max: 1000 })

/** Whether the sender is a program and no browser that somebody looks at. */
export function isRobot(userAgent: string | undefined): boolean {
  if (!userAgent || userAgent.length > LONGEST_USER_AGENT) return true
  const known = robots.get(userAgent)
  if (known !== undefined) return known
  const found = isbot(userAgent)
  robots.set(userAgent, found)
  return found
}

/**
 * The view of an item's page that an answered request is, if it is one. A browser that still has the page (304) shows it as well. What
 * is fetched ahead, by programs, by scripts or into a frame was seen by nobody.
 */
export function readPageView({
  method,
  url,
  status,
  headers,
  publicHost,
}: {
  method: string | undefined
  url: string | undefined
  status: number
  headers: IncomingHttpHeaders
  /** The host in the settings; a proxy may send another one in the header */
  publicHost?: string | undefined
}): Happening | undefined {
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

/** Browsers say what they fetch for; older ones don't. A service worker that fetches the page itself says `empty`. */
function isForWindow({ 'sec-fetch-dest': destination = 'document', 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean {
  return destination === 'document' || (destination === 'empty' && mode === 'navigate')
}

/** The host that a visitor came from. Of an app, Android names the package; anything that is no public name counts as not said. */
export function readSource(referrer: string | undefined, ownHosts: (string | undefined)[]): string {
  if (!referrer || !URL.canParse(referrer)) return UNKNOWN_SOURCE
  const { protocol, host, hostname } = new URL(referrer)
  if (ownHosts.includes(host)) return OWN_PAGES
  const name = hostname.toLowerCase().replace(SAME_SITE, '')
  const isName = /^https?:$|^android-app:$/.test(protocol) && /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]+$/.test(name)
  return isName && name.length <= LONGEST_HOST ? name : UNKNOWN_SOURCE
}
