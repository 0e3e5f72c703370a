import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, isUnchanged, sendCachedResponse } from './cached-response.ts'
import { chooseEncoding, type Encoding } from './encodings.ts'

const CACHE_BYTES = 64 * 1024 * 1024
/** Larger responses, such as a long list, are not cached. */
const MAX_ENTRY_BYTES = 8 * 1024 * 1024
/** No page links to a longer URL. */
const MAX_KEY_LENGTH = 2000
const REQUEST_LINE_BYTES = 4 * 1024 * 1024
const REQUESTED_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000

/** Alternating names and values, which Node writes fastest: of the full response and of the 304. */
type SentHeaders = { full: string[]; notModified: string[] }
/** A response and, once it was sent, its route and all headers that it was sent with, by encoding. */
type Entry = { state: number; response: CachedResponse; route?: string; sent: { [encoding in Encoding]?: SentHeaders } }
/** A response that is being made, and whether other requests wait for it. */
type Pending = { promise: Promise<CachedResponse | undefined>; shared: boolean }

export type ResponseCache = ReturnType<typeof createResponseCache>
export type ServeCached = ResponseCache['serveCached']

/**
 * Caches responses that are the same for everyone until `version` changes, or the year, which the footer of pages shows.
 * @param isCurrent whether `version` is known to be the newest; otherwise requests go the longer way, on which it is asked for
 * @param maxAgeMs for responses that are made of data of another process, whose changes `version` does not tell
 */
export function createResponseCache({
  version,
  isCurrent = () => true,
  maxAgeMs = 0,
}: {
  version: () => number
  isCurrent?: () => boolean
  maxAgeMs?: number
}) {
  const year = createYearClock()
  const state = () => version() * 10_000 + year()
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    ttl: maxAgeMs,
    // As if all encodings were requested; the compressed ones take less than half.
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

  /** Caches URLs with a query from the second request on: most searches are made once, and a flood of them must not evict other pages. */
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

  /** Registers a response that the caller is making. The caller must call `end`, after `done` or without. */
  function begin(key: string) {
    counts.misses++
    const madeAt = state()
    const isCached = shouldCache(key)
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const entry: Pending = { promise, shared: false }
    pending.set(`${madeAt} ${key}`, entry)
    return {
      /** Whether other requests wait for it, or it will be cached. */
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

  return {
    begin,
    find,
    /** Since the start; who waits for a response that is being made counts as a hit */
    counts: () => counts,
    /** Memory that request lines take. */
    requestKeyBytes: () => keys.calculatedSize,

    /** Returns the cached response, or makes one, which concurrent requests share. */
    obtain: async (key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> => {
      const found = find(key)
      const cached = found && (await found)
      if (cached) return cached
      const pendingResponse = begin(key)
      try {
        const response = await make()
        pendingResponse.done(response)
        return response
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

    /** Sends the cached response of an identical earlier request and returns its route, if there is one. Must be fast: it serves most requests. */
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

/** Upper bound of the memory that a text takes. */
const bytesOf = (text: string) => text.length * 2 + 100

/** Without the id of the request that the response was made for. */
function listHeaders({ 'x-request-id': _id, ...headers }: Record<string, string>): SentHeaders {
  const { 'content-length': _length, 'content-encoding': _encoding, ...notModified } = headers
  return { full: Object.entries(headers).flat(), notModified: Object.entries(notModified).flat() }
}

/** Whether no request header changes the response headers. */
function isPlain({ method, headers }: IncomingMessage) {
  return method === 'GET' && headers.origin === undefined
}

/** Returns the year, calculated once a minute: it takes longer than all else about a cached response. */
function createYearClock() {
  let [year, lookedUp] = [0, 0]
  return () => {
    const now = Date.now()
    if (now - lookedUp > MINUTE_MS) [year, lookedUp] = [new Date(now).getFullYear(), now]
    return year
  }
}

/** All parts of a request that the response depends on, separated by a character that no header can contain. */
function requestLine({ headers, url }: IncomingMessage) {
  return [headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.host, url].join('\n')
}
