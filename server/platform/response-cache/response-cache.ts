import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { CookieName } from '#contracts/common/browser-storage.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { type CachedResponse, isUnchanged, sendCachedResponse } from './cached-response.ts'
import { chooseEncoding, type Encoding } from './encodings.ts'

const CACHE_BYTES = 64 * 1024 * 1024
/** Larger responses, such as a long list, are not cached. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024
/** Longer than any URL that a page links to. */
const MAX_KEY_LENGTH = 2000
const REQUEST_LINE_BYTES = 4 * 1024 * 1024
const REQUESTED_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000

/** Alternating names and values, which Node writes fastest: for the full response and for the 304. */
type SentHeaders = { full: string[]; notModified: string[] }
/** Response with, once it was sent, its route and all sent headers by encoding. */
type Entry = { state: number; response: CachedResponse; route?: string; sent: { [encoding in Encoding]?: SentHeaders } }
/** Response in progress, and whether other requests wait for it. */
type Pending = { promise: Promise<CachedResponse | undefined>; shared: boolean }

export type ResponseCache = ReturnType<typeof createResponseCache>
export type ServeCached = ResponseCache['serveCached']

/**
 * Caches responses that are the same for everyone until `version` changes, or the year, which the pages' footer displays.
 * @param isCurrent whether `version` is known to be the newest; otherwise requests bypass the fast path, and the version is checked
 * @param maxAgeMs lifetime of responses made from the data of another process, whose changes do not affect `version`
 * @param servesLatest whether a response may be served after a change of the catalogue if its successor is unavailable. Never for texts of
 * items, which the change may have priced.
 */
export function createResponseCache(options: {
  version: () => number
  isCurrent?: () => boolean
  maxAgeMs?: number
  servesLatest?: boolean
}) {
  const { version, isCurrent = () => true, maxAgeMs = 0, servesLatest = false } = options
  const year = createYearClock()
  const state = () => version() * 10_000 + year()
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    ttl: maxAgeMs,
    noDeleteOnStaleGet: true,
    // Assumes that all encodings are requested; the compressed bodies take less than half.
    sizeCalculation: ({ response }, key) => Math.ceil(response.bytes * 1.5) + 3000 + bytesOf(key),
  })
  const pending = new Map<string, Pending>()
  const counts = { hits: 0, misses: 0 }
  /** Keys of responses by request line. Clients choose the lines, so the size is limited in bytes. */
  const keys = new LRUCache<string, string>({
    maxSize: REQUEST_LINE_BYTES,
    sizeCalculation: (key, line) => bytesOf(key) + bytesOf(line),
  })

  /** Keys that were requested before, at any version. */
  const requested = new LRUCache<string, true>({ maxSize: REQUESTED_BYTES, sizeCalculation: (_, key) => bytesOf(key) })

  /**
   * Returns whether to cache a key. URLs with a query are cached from the second request on: most searches occur once, and a flood of them
   * must not evict other pages.
   */
  function shouldCache(key: string) {
    if (key.length > MAX_KEY_LENGTH) return false
    if (!key.includes('?') || requested.has(key)) return true
    requested.set(key, true)
    return false
  }

  function current(key: string) {
    const entry = entries.get(key)
    return entry?.state === state() ? entry : undefined
  }

  /** Registers a response that the caller creates. The caller must call `end`, with or without a preceding `done`. */
  function begin(key: string) {
    counts.misses++
    const madeAt = state()
    const isCached = shouldCache(key)
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const entry: Pending = { promise, shared: false }
    pending.set(`${madeAt} ${key}`, entry)
    return {
      /** Whether other requests wait for the response, or it will be cached. */
      isForOthers: () => isCached || entry.shared,
      isShared: () => entry.shared,
      done: (response: CachedResponse) => {
        if (isCached) entries.set(key, { state: madeAt, response, sent: {} })
        resolve(response)
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

  /** Returns the latest response of a key, also one that was created before the last change, if the cache serves such responses. */
  const findLatest = (key: string): CachedResponse | undefined =>
    servesLatest ? entries.get(key, { allowStale: true })?.response : undefined

  return {
    begin,
    find,
    findLatest,
    /** Counts since the start; waiting for a response in progress counts as a hit */
    counts: () => counts,
    /** Memory used by the request lines. */
    requestKeyBytes: () => keys.calculatedSize,

    /**
     * Returns the cached response, or creates one, which concurrent requests share. If that is impossible right now, such as without the
     * database, returns the latest one.
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
        const latest = isUnavailable(error) ? findLatest(key) : undefined
        if (!latest) throw error
        return latest
      } finally {
        pendingResponse.end()
      }
    },

    /** Sends the response of the key, and stores the request line for `serveCached`. */
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
     * Sends the cached response of an identical earlier request and returns its route, if there is one. Must be fast: it serves most
     * requests.
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

/** Whether a later attempt may succeed: without the database, or with too much to do. */
function isUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) || (error instanceof ProblemError && error.status === 503)
}

/** Upper bound of the memory that a text takes. */
const bytesOf = (text: string) => text.length * 2 + 100

/** Omits the request id, which belongs to the request that created the response. */
function listHeaders({ 'x-request-id': _id, ...headers }: Record<string, string>): SentHeaders {
  const { 'content-length': _length, 'content-encoding': _encoding, ...notModified } = headers
  return { full: Object.entries(headers).flat(), notModified: Object.entries(notModified).flat() }
}

/** Cookie of browsers that see unpublished changes: their pages are rendered for each request, and never cached. */
export const PREVIEW_COOKIE: CookieName = 'sitePreview'
/** Headers of responses that depend on that cookie. */
export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns whether the response is independent of the request headers. */
function isPlain({ method, headers }: IncomingMessage) {
  return method === 'GET' && headers.origin === undefined && !hasPreviewCookie(headers)
}

export function hasPreviewCookie({ cookie }: IncomingHttpHeaders): boolean {
  return cookie?.includes(`${PREVIEW_COOKIE}=`) ?? false
}

/** Returns the year, computed once a minute: computing it takes longer than the rest of a cached response. */
function createYearClock() {
  let [year, lookedUp] = [0, 0]
  return () => {
    const now = Date.now()
    if (now - lookedUp > MINUTE_MS) [year, lookedUp] = [new Date(now).getFullYear(), now]
    return year
  }
}

/** Joins all parts of a request that the response depends on with a character that no header can contain. */
function requestLine({ headers, url }: IncomingMessage) {
  return [headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.host, url].join('\n')
}
