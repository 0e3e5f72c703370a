import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { CACHE_AND_REVALIDATE, cachedResponse, matchesEtag, varyByEncoding } from '#server/platform/response-cache/cached-response.ts'
import { acceptsGzip } from '#server/platform/response-cache/encodings.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { LargeList, LargeListCache } from './large-list-cache.ts'
import { pageHeaders } from './list-route.ts'

/** Maximum length of lists that are cached in memory; most catalogues are shorter. */
const SHORT_LIST = 1000
/** Limits for concurrent reading of lists, which leave database connections for purchases and publications. */
const READING = { width: 6, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many list requests right now' }
const JSON_TYPE = 'application/json; charset=utf-8'

export type PublicLists = ReturnType<typeof createPublicLists>
export type PublicList<Query extends ListQuery, Item> = {
  list: (query: Query) => Promise<Page<Item>>
  listAll: (query: Query, onBatch: (items: Item[]) => Promise<void>) => Promise<void>
}

/** Sends public lists: single pages, or the whole list if no limit is given. Responses are cached until the catalogue changes. */
export function createPublicLists({ responseCache, largeLists }: { responseCache: ResponseCache; largeLists: LargeListCache }) {
  const inTurn = createFairQueue(READING)

  return {
    /** Queue for reading lists, also used for single items and other views of the lists */
    inTurn,

    /** Sends a list that everyone may see. Requests with the same validated query share one response. */
    send: async <Query extends ListQuery, Item>(
      request: FastifyRequest,
      reply: FastifyReply,
      { list, listAll }: PublicList<Query, Item>,
    ): Promise<never> => {
      const query = request.query as Query
      const url = listUrl(request)
      const key = `${url.pathname}${url.search}`
      const visitor = visitorOf(request)
      // Reading is not canceled if this visitor disconnects: other visitors may wait for the same list.
      const read = (asked: Query) => inTurn({ ...visitor, isGone: () => false }, () => list(asked))
      const toResponse = (page: Page<Item>) => {
        const body = Buffer.from(reply.serialize(page.items) as string)
        return cachedResponse({ headers: { ...pageHeaders(page, url), 'content-type': JSON_TYPE }, body })
      }
      const sendCached = async (response: Awaited<ReturnType<typeof responseCache.obtain>>) =>
        (await responseCache.send(request, reply, key, response)) as never

      if (query.limit !== undefined) return sendCached(await responseCache.obtain(key, async () => toResponse(await read(query))))
      const cached = await responseCache.find(key)
      if (cached) return sendCached(cached)

      let total = 0
      const wholeList = await largeLists.obtain(key, visitor, {
        readWhenShort: async () => {
          // A page with a single item is read to get the total.
          total = (await read({ ...query, limit: 1 })).total
          if (total > SHORT_LIST) return undefined
          const page = await read({ ...query, limit: SHORT_LIST })
          return page.next ? undefined : responseCache.obtain(key, async () => toResponse(page))
        },
        write: async (append) => {
          let count = 0
          await append('[')
          await listAll(query, async (items) => {
            const text = (reply.serialize(items) as string).slice(1, -1)
            await append(count > 0 && text ? `,${text}` : text)
            count += items.length
          })
          await append(']')
          // The total is not the number of items after the cursor, but of all items that match the filters.
          return { 'x-total-count': String(query.cursor === undefined ? count : total), 'content-type': JSON_TYPE }
        },
      })
      return 'text' in wholeList ? (sendLargeList(request, reply, wholeList) as never) : sendCached(wholeList)
    },
  }
}

function sendLargeList(request: FastifyRequest, reply: FastifyReply, { text, headers }: LargeList) {
  const encoding = acceptsGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity'
  const { etag, bytes, compressedBytes } = text
  reply.code(200).headers({ 'cache-control': CACHE_AND_REVALIDATE, etag, ...headers, vary: varyByEncoding(reply) })
  if (matchesEtag({ headers: { etag } }, request.headers['if-none-match'])) return reply.code(304).send()
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
  reply.header('content-length', String(encoding === 'gzip' ? compressedBytes : bytes))
  return reply.send(text.read(encoding))
}

/** Returns the URL of the list with the sorted parameters of the validated query. */
function listUrl(request: FastifyRequest): URL {
  const url = new URL(request.routeOptions.url ?? '', 'http://host')
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) url.searchParams.set(name, String(value))
  url.searchParams.sort()
  return url
}
