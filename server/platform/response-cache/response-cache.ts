import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type CachedResponse, matchesEtag, sendCachedResponse } from './cached-response.ts'
import { chooseEncoding, type Encoding } from './encodings.ts'

const CACHE_BYTES = 64 * 1024 * 1024
/** The whole list of a large catalogue is made for whoever asks, and not kept. */
const LARGEST_BYTES = 8 * 1024 * 1024
/** Longer ones are none that a page of ours links to: searches and cursors end far below. */
const LONGEST_KEY = 2000
const REQUEST_LINE_BYTES = 4 * 1024 * 1024
const ASKED_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000

/** Names and values in turns, which Node writes fastest: of the whole answer, and of the one for who holds it already. */
type SentHeaders = { whole: string[]; known: string[] }
/** An answer and, once it went out, all headers that it had then, by encoding. */
type Entry = { state: number; answer: CachedResponse; sent: { [encoding in Encoding]?: SentHeaders } }
/** An answer that is being made, and whether anybody but the one who makes it waits for it. */
type UnderWay = { promise: Promise<CachedResponse | undefined>; shared: boolean }

export type ResponseCache = ReturnType<typeof createResponseCache>

/**
 * Keeps answers that are the same for everyone, until `version` tells another number or a new year begins, which the footer of
 * pages names.
 */
export function createResponseCache({ version }: { version: () => number }) {
  const year = followYear()
  const state = () => version() * 10_000 + year()
  const entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    maxEntrySize: LARGEST_BYTES,
    // As if all forms of it were asked for; the compressed ones take less than half.
    sizeCalculation: ({ answer }, key) => Math.ceil(answer.bytes * 1.5) + 3000 + bytesOf(key),
  })
  const underWay = new Map<string, UnderWay>()
  /** The keys of answers by the requests that came to them. Whoever asks writes them, so they are counted by their bytes. */
  const keys = new LRUCache<string, string>({
    maxSize: REQUEST_LINE_BYTES,
    sizeCalculation: (key, line) => bytesOf(key) + bytesOf(line),
  })

  /** Keys that were asked for before, whatever the version was. */
  const asked = new LRUCache<string, true>({ maxSize: ASKED_BYTES, sizeCalculation: (_, key) => bytesOf(key) })

  /**
   * Whether an answer is worth its memory. Searches are mostly asked for once, and whoever floods the site with new ones must not
   * push out what others read: what has a query is kept from the second time on.
   */
  function isWorthKeeping(key: string) {
    if (key.length > LONGEST_KEY) return false
    if (!key.includes('?') || asked.has(key)) return true
    asked.set(key, true)
    return false
  }

  function current(key: string) {
    const entry = entries.get(key)
    return entry?.state === state() ? entry : undefined
  }

  /** Announces that an answer is being made. Whoever began it ends it, with the answer or without. */
  function begin(key: string) {
    const made = state()
    const isKept = isWorthKeeping(key)
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const making: UnderWay = { promise, shared: false }
    underWay.set(`${made} ${key}`, making)
    return {
      /** Whether anybody but who began it has a use for it: others wait for it, or it will be kept. */
      isForOthers: () => isKept || making.shared,
      /** Whether others wait for it too. */
      isShared: () => making.shared,
      done: (answer: CachedResponse) => {
        if (isKept) entries.set(key, { state: made, answer, sent: {} })
        resolve(answer)
      },
      end: () => {
        resolve(undefined)
        if (underWay.get(`${made} ${key}`) === making) underWay.delete(`${made} ${key}`)
      },
    }
  }

  /** The answer, or the promise of whoever is making it. Not itself async: between looking and beginning nobody else must get a turn. */
  function find(key: string): CachedResponse | Promise<CachedResponse | undefined> | undefined {
    const found = current(key)
    if (found) return found.answer
    const making = underWay.get(`${state()} ${key}`)
    if (making) making.shared = true
    return making?.promise
  }

  return {
    begin,
    find,
    /** What the addresses of requests take in memory. */
    requestKeyBytes: () => keys.calculatedSize,

    /** The answer that is kept, or else the one that `make` makes: once, however many ask for it meanwhile. */
    obtain: async (key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> => {
      const found = find(key)
      const answer = found && (await found)
      if (answer) return answer
      const making = begin(key)
      try {
        const answer = await make()
        making.done(answer)
        return answer
      } finally {
        making.end()
      }
    },

    /** Sends the answer that was made for the key, and remembers by which request it was asked for. */
    send: (request: FastifyRequest, reply: FastifyReply, key: string, answer: CachedResponse) =>
      sendCachedResponse(request, reply, answer, (encoding, headers) => {
        const entry = current(key)
        if (entry?.answer !== answer || !isPlain(request.raw)) return
        entry.sent[encoding] ??= listHeaders(headers)
        const line = requestLine(request.raw)
        if (line.length <= LONGEST_KEY) keys.set(line, key)
      }),

    /**
     * Answers a request when the same one was answered before and nothing changed since; false leaves it to the caller. Nine of
     * ten requests end here, so it is kept short.
     */
    serveCached: (request: IncomingMessage, response: ServerResponse): boolean => {
      const key = isPlain(request) ? keys.get(requestLine(request)) : undefined
      const entry = key === undefined ? undefined : current(key)
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      const [headers, body] = [entry?.sent[encoding], entry?.answer.bodies[encoding]]
      if (!entry || !headers || !body) return false
      if (matchesEtag(entry.answer, request.headers['if-none-match'])) response.writeHead(304, headers.known).end()
      else response.writeHead(entry.answer.status, headers.whole).end(body)
      return true
    },
  }
}

/** What a text may take in memory, with what stands around it. */
const bytesOf = (text: string) => text.length * 2 + 100

function listHeaders(headers: Record<string, string>): SentHeaders {
  const { 'content-length': _length, 'content-encoding': _encoding, ...known } = headers
  return { whole: Object.entries(headers).flat(), known: Object.entries(known).flat() }
}

/** Whether nothing in the request changes the headers of the answer. */
function isPlain({ method, headers }: IncomingMessage) {
  return method === 'GET' && headers.origin === undefined
}

/** The year, looked up once a minute: that takes longer than all else about an answer that is there. */
function followYear() {
  let [year, lookedUp] = [0, 0]
  return () => {
    const now = Date.now()
    if (now - lookedUp > MINUTE_MS) [year, lookedUp] = [new Date(now).getFullYear(), now]
    return year
  }
}

/** All of a request that the answer depends on. Separated by what no header can hold; what no proxy of ours forwarded is not there any more. */
function requestLine({ headers, url }: IncomingMessage) {
  return [headers['x-forwarded-proto'], headers['x-forwarded-host'], headers.host, url].join('\n')
}
