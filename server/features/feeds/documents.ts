import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createSharedBodies } from '#server/platform/response-cache/shared-bodies.ts'

/** Leaves processor and database to the pages. */
const MAKING = { width: 2, maxWaiting: 100, maxWaitMs: 5000, busy: 'Too many feeds are being made at the moment' }
/** Larger pages are slow for those who poll them on a phone. */
const MAX_BYTES = 950_000
/** Characters of each description: all of them, unless the page gets too large. */
const DESCRIPTION_LIMITS = [10_000, 4000, 1500, 500, 100]

/** What feeds and catalogues are served as: to everyone, also to the scripts of other sites. */
const HEADERS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export type Document = { type: string; body: string; headers?: Record<string, string> }
export type SendDocument = (request: FastifyRequest, reply: FastifyReply, url: URL, make: () => Promise<Document>) => Promise<FastifyReply>

/** Sends documents that are the same for everyone, from the response cache when they were made before. */
export function createDocuments(responseCache: ResponseCache): SendDocument {
  const bodies = createSharedBodies(responseCache, MAKING)
  return (request, reply, { href }, make) =>
    bodies.send(request, reply, {
      ...{ key: href, isDirect: true },
      obtain: async (visitor) => {
        let headers: Record<string, string> = {}
        const body = await bodies.make(visitor, async () => {
          const document = await make()
          // When this app made it: the newest item’s own time would stay the same after a removal.
          const own = { 'content-type': `${document.type}; charset=utf-8`, 'last-modified': new Date().toUTCString() }
          headers = { ...HEADERS, ...own, ...document.headers }
          return document.body
        })
        return { headers, body }
      },
    })
}

/**
 * Writes a page of a feed with its items' descriptions as long as its size permits.
 * @param write given how many characters each may have
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

/** The beginning of a text, which ends between two words. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit).replace(/\s+\S*$/, '')}…`
}
