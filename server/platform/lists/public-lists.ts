import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ListQuery, Page } from '#contracts/list.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { createFairQueue } from '#server/platform/queues/fair-queue.ts'
import { CACHE_AND_REVALIDATE, cachedResponse, matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import { acceptsGzip } from '#server/platform/response-cache/encodings.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { LargeList, LargeListCache } from './large-list-cache.ts'
import { pageHeaders } from './page.ts'

/** As many as a page of the API may hold ten times over: what most catalogues have is answered from memory. */
const SHORT_LIST = 1000
/** Lists must leave connections to the database for those who buy and those who publish. */
const READING = { width: 6, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many lists are being read at the moment' }
const JSON_TYPE = 'application/json; charset=utf-8'

export type PublicLists = ReturnType<typeof createPublicLists>
/** What a public list is read from. */
export type PublicList<Query extends ListQuery, Item> = {
  list: (query: Query) => Promise<Page<Item>>
  listAll: (query: Query, take: (items: Item[]) => Promise<void>) => Promise<void>
}

/** Sends public lists: pages of them, and without a limit the whole. Their bytes are kept until the catalogue changes. */
export function createPublicLists({ responseCache, largeLists }: { responseCache: ResponseCache; largeLists: LargeListCache }) {
  const inTurn = createFairQueue(READING)

  return {
    /** Not for lists that only some may see. Lists of the same `query`, of which only what means anything is left, share one answer. */
    send: async <Query extends ListQuery, Item>(
      request: FastifyRequest,
      reply: FastifyReply,
      { list, listAll }: PublicList<Query, Item>,
    ): Promise<never> => {
      const query = request.query as Query
      const address = addressOf(request)
      const key = `${address.pathname}${address.search}`
      const visitor = visitorOf(request)
      // Others may have come to wait for the same.
      const read = (asked: Query) => inTurn({ ...visitor, isGone: () => false }, () => list(asked))
      const answerPage = (page: Page<Item>) => {
        const body = Buffer.from(reply.serialize(page.items) as string)
        return cachedResponse({ headers: { ...pageHeaders(page, address), 'content-type': JSON_TYPE }, body })
      }
      // What the route declares to answer is what is serialized.
      const sendAnswer = async (answer: Awaited<ReturnType<typeof responseCache.obtain>>) =>
        (await responseCache.send(request, reply, key, answer)) as never

      if (query.limit !== undefined) return sendAnswer(await responseCache.obtain(key, async () => answerPage(await read(query))))
      const kept = await responseCache.find(key)
      if (kept) return sendAnswer(kept)

      let total = 0
      const made = await largeLists.obtain(key, visitor, {
        respondWhenShort: async () => {
          // How many there are is known before any but one is read.
          total = (await read({ ...query, limit: 1 })).total
          if (total > SHORT_LIST) return undefined
          const page = await read({ ...query, limit: SHORT_LIST })
          return page.next ? undefined : responseCache.obtain(key, async () => answerPage(page))
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
          // What comes after a cursor is not all that the filters let through.
          return { 'x-total-count': String(query.cursor === undefined ? count : total), 'content-type': JSON_TYPE }
        },
      })
      return 'text' in made ? (sendWhole(request, reply, made) as never) : sendAnswer(made)
    },
  }
}

function sendWhole(request: FastifyRequest, reply: FastifyReply, { text, headers }: LargeList) {
  const encoding = acceptsGzip(request.headers['accept-encoding']) ? 'gzip' : 'identity'
  const { etag, bytes, packedBytes } = text
  const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
  reply.code(200).headers({ 'cache-control': CACHE_AND_REVALIDATE, etag, ...headers, vary })
  if (matchesEtag({ headers: { etag } }, request.headers['if-none-match'])) return reply.code(304).send()
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
  reply.header('content-length', String(encoding === 'gzip' ? packedBytes : bytes))
  return reply.send(text.read(encoding))
}

/** The list's own address, with what of the query means anything, in one order. */
function addressOf(request: FastifyRequest): URL {
  const address = new URL(request.routeOptions.url ?? '', 'http://host')
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) address.searchParams.set(name, String(value))
  address.searchParams.sort()
  return address
}
