import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createSharedBodies } from '#server/platform/response-cache/shared-bodies.ts'

/** Concurrency limit that leaves processor and database to the pages. */
const MAKING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many feed requests right now' }
/** Size limit for a page of a feed: larger pages are slow to poll on a phone. */
const MAX_BYTES = 950_000
/** Maximum lengths of each description in characters; shorter ones are used when the page gets too large. */
const DESCRIPTION_LIMITS = [10_000, 4000, 1500, 500, 100]

export type Document = { type: string; body: string; headers?: Record<string, string> }
export type SendDocument = (request: FastifyRequest, reply: FastifyReply, url: URL, make: () => Promise<Document>) => Promise<FastifyReply>

/** Sends documents that are the same for everyone, from the response cache if they are in it. */
export function createDocuments(responseCache: ResponseCache): SendDocument {
  const bodies = createSharedBodies(responseCache, MAKING)
  return (request, reply, { href }, make) => {
    allowAnyOrigin(reply)
    return bodies.send(request, reply, {
      key: href,
      isDirect: true,
      obtain: async (visitor) => {
        let headers: Record<string, string> = {}
        const body = await bodies.make(visitor, async () => {
          const document = await make()
          // Time when this app created the document: the newest item's own time would stay the same after a removal.
          const own = { 'content-type': `${document.type}; charset=utf-8`, 'last-modified': new Date().toUTCString() }
          headers = { 'cross-origin-resource-policy': 'cross-origin', ...own, ...document.headers }
          return document.body
        })
        return { headers, body }
      },
    })
  }
}

/**
 * Writes a page of a feed with descriptions as long as the size limit permits.
 * @param write gets the maximum number of characters of each description
 */
export function writeWithinLimit(descriptions: string[], write: (limit: number) => string): string {
  let body = ''
  for (const limit of DESCRIPTION_LIMITS) {
    const least = descriptions.reduce((sum, { length }) => sum + Math.min(length, limit), 0)
    if (least > MAX_BYTES) continue
    body = write(limit)
    if (Buffer.byteLength(body) <= MAX_BYTES) break
  }
  return body
}

/** Returns the beginning of a text, cut between two words. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit).replace(/\s+\S*$/, '')}…`
}
