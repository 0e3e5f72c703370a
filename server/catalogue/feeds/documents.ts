import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createSharedBodies } from '#server/platform/response-cache/shared-bodies.ts'

/** Concurrency limit of feed rendering, which leaves processor and database capacity for the pages. */
const MAKING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many feed requests right now' }
/** Size limit of a page of a feed in bytes, since larger pages are slow to poll on a phone. */
const MAX_BYTES = 950_000
/** Maximum lengths of each description in characters. A shorter limit is used if the page exceeds its size limit. */
const DESCRIPTION_LIMITS = [10_000, 4000, 1500, 500, 100]

export type Document = { type: string; body: string; headers?: Record<string, string> }
export type SendDocument = (request: FastifyRequest, reply: FastifyReply, url: URL, make: () => Promise<Document>) => Promise<FastifyReply>

/** Creates a function that sends documents that are identical for all visitors, from the response cache if possible. */
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
          // Last-Modified is the time when this instance rendered the document, since the time of the newest item would stay unchanged
          // after a deletion.
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
 * @param write renders the page with the given maximum number of characters of each description
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
  return `${text.slice(0, limit).replace(/(?<!\s)\s+\S*$/, '')}…`
}
