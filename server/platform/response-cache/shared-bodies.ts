import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFairQueue, type FairQueue, type Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { bodyIn, CACHE_AND_REVALIDATE, type CachedResponse, sendCachedResponse, weakEtag } from './cached-response.ts'
import { chooseEncoding, compress } from './encodings.ts'
import type { ResponseCache } from './response-cache.ts'

/** Cached text, stored only in compressed form so that many texts fit in memory. */
export type SharedBody = Pick<CachedResponse, 'bytes' | 'bodies'> & { etag: string }
export type SharedBodies = ReturnType<typeof createSharedBodies>

/**
 * Sends texts that are the same for everyone who may read them. Each text is generated and compressed once, in a queue that is fair by
 * network, and then cached.
 */
export function createSharedBodies(cache: ResponseCache, limits: Parameters<typeof createFairQueue>[0]) {
  const inTurn: FairQueue = createFairQueue(limits)

  return {
    inTurn,

    /** Generates a text in the queue, so that only few texts are completely in memory at a time. */
    make: <Text extends string | undefined>(visitor: Visitor, write: () => Promise<Text>): Promise<SharedBody | Exclude<Text, string>> =>
      inTurn(visitor, async () => {
        const text = await write()
        if (text === undefined) return undefined as Exclude<Text, string>
        const body = Buffer.from(text)
        const br = await compress(body, 'br')
        return { bytes: body.length, bodies: { br }, etag: weakEtag(createHash('sha256').update(br)) }
      }),

    /**
     * Sends a text that is generated once and then cached.
     * @param key identifies the body with its headers
     * @param isDirect whether the cache answers identical requests from now on, without the route and its checks
     * @param obtain returns the body, created by `make`
     */
    send: async (
      request: FastifyRequest,
      reply: FastifyReply,
      options: {
        key: string
        isDirect: boolean
        obtain: (visitor: Visitor) => Promise<{ headers: Record<string, string>; body: SharedBody }>
      },
    ): Promise<FastifyReply> => {
      const { key, isDirect, obtain } = options
      // Generating the body is not canceled if this visitor disconnects: other visitors may wait for the same body.
      const visitor = { ...visitorOf(request), isGone: () => false }
      const response = await cache.obtain(key, async () => {
        const { headers, body } = await obtain(visitor)
        const { etag, ...rest } = body
        return { status: 200, headers: { 'cache-control': CACHE_AND_REVALIDATE, etag, ...headers }, ...rest }
      })
      const encoding = chooseEncoding(request.headers['accept-encoding'])
      if (!response.bodies[encoding]) await inTurn(visitor, () => bodyIn(response, encoding))
      return isDirect ? cache.send(request, reply, key, response) : sendCachedResponse(request, reply, response)
    },
  }
}
