import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CookieName } from '#contracts/common/browser-storage.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { type CachedResponse, isUnchanged, sendCachedResponse } from './cached-response.ts'
import { chooseEncoding, type Encoding } from './encodings.ts'

const CACHE_BYTES = 64 * 1024 * 1024
/** Maximum size of a cached response, in bytes. Larger responses, such as a long list, are not cached. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024
/** Maximum length of a cache key, longer than any URL that a page links to. */
const MAX_KEY_LENGTH = 2000
const REQUEST_LINE_BYTES = 4 * 1024 * 1024
const REQUESTED_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000
/** Time in ms after its last use as the current response, after which a latest response is no longer served. */
const LATEST_MS = 24 * 3_600_000

/** Headers of the full response and of the 304 response, as alternating names and values, which Node writes fastest. */
type SentHeaders = { full: string[]; notModified: string[] }
/** Cached response. Once it was sent, its route and all sent headers by encoding are stored too. */
type Entry = {
  state: number
  /** Last withdrawal before the response was created */
  withdrawn: number
  /** Time of the last use as the current response */
  usedAt: number
  response: CachedResponse
  route?: string
  sent: { [encoding in Encoding]?: SentHeaders }
}
/** Pending response, and whether other requests wait for it. */
type Pending = { promise: Promise<CachedResponse | undefined>; shared: boolean }

export type ResponseCache = ReturnType<typeof createResponseCache>
export type ServeCached = ResponseCache['serveCached']

/**
 * Caches responses that are the same for everyone until `version` changes, or the year, which the footer of the pages displays.
 * @param isCurrent whether `version` is known to be the newest; otherwise requests bypass the fast path, and the version is checked
 * @param maxAgeMs lifetime of responses with data from another process, whose changes do not affect `version`
 * @param servesLatest whether an outdated response may be served after a change of the catalogue while a new response can't be created, for
 * example without the database. Must be off for texts of items, since the change may have introduced a price.
 */
export function createResponseCache(options: {
  version: () => number
  isCurrent?: () => boolean
  maxAgeMs?: number
  servesLatest?: boolean
  /** Returns a number that changes when something public is withdrawn: no response from before is served as the latest one */
  withdrawn?: () => number
  now?: () => number
}) {
  const { version, isCurrent = () => true, maxAgeMs = 0, servesLatest = false, withdrawn = () => 0, now = Date.now } = options
  const year = createYearClock()
  const state = () => version() * 10_000 + year()
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    ttl: maxAgeMs,
    noDeleteOnStaleGet: true,
    // The size of a cached response is estimated as if all encodings were requested; the compressed bodies take less than half of the
    // uncompressed body.
    sizeCalculation: ({ response }, key) => Math.ceil(response.bytes * 1.5) + 3000 + bytesOf(key),
  })
  const pending = new Map<string, Pending>()
  const counts = { hits: 0, misses: 0 }
  /** Cache keys by request line. The size of the map is limited in bytes, since clients choose the request lines. */
  const keys = new LRUCache<string, string>({
    maxSize: REQUEST_LINE_BYTES,
    sizeCalculation: (key, line) => bytesOf(key) + bytesOf(line),
  })

  /** Keys with a query that were requested before, with any catalogue version */
  const requested = new LRUCache<string, true>({ maxSize: REQUESTED_BYTES, sizeCalculation: (_, key) => bytesOf(key) })

  /**
   * Returns whether to cache the response for a key. URLs with a query are cached from the second request on: most searches occur once, and
   * a flood of searches must not evict other pages.
   */
  function shouldCache(key: string) {
    if (key.length > MAX_KEY_LENGTH) return false
    if (!key.includes('?') || requested.has(key)) return true
    requested.set(key, true)
    return false
  }

  function current(key: string) {
    const entry = entries.get(key)
    if (entry?.state !== state()) return undefined
    entry.usedAt = now()
    return entry
  }

  /** Registers a response that the caller creates. The caller must call `end`, with or without a preceding `done`. */
  function begin(key: string) {
    counts.misses++
    const madeAt = state()
    const withdrawnBefore = withdrawn()
    const isCached = shouldCache(key)
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const entry: Pending = { promise, shared: false }
    pending.set(`${madeAt} ${key}`, entry)
    const store = (response: CachedResponse) =>
      entries.set(key, { state: madeAt, withdrawn: withdrawnBefore, usedAt: now(), response, sent: {} })
    return {
      /** Returns whether other requests wait for the response, or the response will be cached. */
      isForOthers: () => isCached || entry.shared,
      isShared: () => entry.shared,
      done: (response: CachedResponse) => {
        if (isCached) store(response)
        resolve(response)
      },
      /** Replaces an earlier response of the key with the response that the resource is gone, so that it is not served again. */
      gone: (response: CachedResponse) => {
        if (entries.has(key)) store(response)
      },
      end: () => {
        resolve(undefined)
        if (pending.get(`${madeAt} ${key}`) === entry) pending.delete(`${madeAt} ${key}`)
      },
    }
  }

  /** Returns the response, or the promise of a pending one. Not async: nothing may run between `find` and `begin`. */
  function find(key: string): CachedResponse | Promise<CachedResponse | undefined> | undefined {
    const found = current(key)
    const entry = found ? undefined : pending.get(`${state()} ${key}`)
    if (entry) entry.shared = true
    if (found || entry) counts.hits++
    return found?.response ?? entry?.promise
  }

  /**
   * Returns the latest cached response for a key, even one from before the last change, but none from before the last withdrawal and none
   * that has been outdated for a day. Returns undefined if the cache must not serve outdated responses.
   */
  function findLatest(key: string): CachedResponse | undefined {
    const entry = servesLatest ? entries.get(key, { allowStale: true }) : undefined
    return entry?.withdrawn === withdrawn() && now() - entry.usedAt <= LATEST_MS ? entry.response : undefined
  }

  return {
    begin,
    find,
    findLatest,
    /** Returns the numbers of hits and misses since the start; waiting for a pending response counts as a hit */
    counts: () => counts,
    /** Returns the memory used by the request lines, in bytes. */
    requestKeyBytes: () => keys.calculatedSize,

    /**
     * Returns the cached response, or creates a response, which concurrent requests share. If creation is temporarily impossible, for
     * example without the database, returns the latest response.
     */
    obtain: async (key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> => {
      const found = find(key)
      const cached = found && (await found)
      if (cached) return cached
      const pendingResponse = begin(key)
      try {
        const response = await make()
        pendingResponse.done(response)
        return response
      } catch (error) {
        if (isGone(error)) entries.delete(key)
        const latest = isUnavailable(error) ? findLatest(key) : undefined
        if (!latest) throw error
        return latest
      } finally {
        pendingResponse.end()
      }
    },

    /** Sends the response for the key, and stores the request line, so that `serveCached` can answer identical requests. */
    send: (request: FastifyRequest, reply: FastifyReply, key: string, response: CachedResponse) =>
      sendCachedResponse(request, reply, response, (encoding, headers) => {
        const entry = current(key)
        if (entry?.response !== response || !isPlain(request.raw)) return
        entry.route = request.routeOptions.url ?? ''
        entry.sent[encoding] ??= listHeaders(headers)
        const line = requestLine(request.raw)
        if (line.length <= MAX_KEY_LENGTH) keys.set(line, key)
      }),

    /**
     * Sends the cached response to an identical earlier request and returns its route. Returns undefined if no response is cached. Must be
     * fast, since it serves most requests.
     */
    serveCached: (request: IncomingMessage, response: ServerResponse): string | undefined => {
      const key = isPlain(request) && isCurrent() ? keys.get(requestLine(request)) : undefined
      const entry = key === undefined ? undefined : current(key)
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      const [headers, body] = [entry?.sent[encoding], entry?.response.bodies[encoding]]
      if (!entry || !headers || !body) return undefined
      counts.hits++
      if (isUnchanged(entry.response, request.headers)) response.writeHead(304, headers.notModified).end()
      else response.writeHead(entry.response.status, headers.full).end(body)
      return entry.route
    },
  }
}

/** Returns whether a retry may succeed later: the database is unavailable, or the server is overloaded. */
function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof ProblemError && error.status === 503)
}

/** Returns whether the resource no longer exists, or never did. */
function isGone(error: unknown): boolean {
  return error instanceof ProblemError && [404, 410].includes(error.status)
}

/** Returns an upper bound of the memory that a text takes, in bytes. */
const bytesOf = (text: string) => text.length * 2 + 100

/** Lists headers as alternating names and values. The request id is omitted, since it belongs to the request that created the response. */
function listHeaders({ 'x-request-id': _id, ...headers }: Record<string, string>): SentHeaders {
  const { 'content-length': _length, 'content-encoding': _encoding, ...notModified } = headers
  return { full: Object.entries(headers).flat(), notModified: Object.entries(notModified).flat() }
}

/** Cookie of browsers that preview unpublished changes. Their pages are rendered for each request, and never cached. */
export const PREVIEW_COOKIE: CookieName = 'sitePreview'
/** Headers of responses that depend on the preview cookie. */
export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns whether the response is independent of the request headers. */
function isPlain({ method, headers }: IncomingMessage) {
  return method === 'GET' && headers.origin === undefined && !hasPreviewCookie(headers)
}

export function hasPreviewCookie({ cookie }: IncomingHttpHeaders): boolean {
  return cookie?.includes(`${PREVIEW_COOKIE}=`) ?? false
}

/**
 * Creates a function that returns the current year. The year is determined once a minute, since computing it takes longer than the rest
 * of a cached response.
 */
function createYearClock() {
  let [year, lookedUp] = [0, 0]
  return () => {
    const now = Date.now()
    if (now - lookedUp > MINUTE_MS) [year, lookedUp] = [new Date(now).getFullYear(), now]
    return year
  }
}

/** Joins all parts of a request that the response depends on. The separator is a character that no header can contain. */
function requestLine({ headers, url }: IncomingMessage) {
  return [headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.host, url].join('\n')
}
