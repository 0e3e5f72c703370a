import { SearchQuery, SearchResults } from '#contracts/search.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { createFairQueue } from '#server/platform/queues/fair-queue.ts'
import { cachedResponse, sendCachedResponse } from '#server/platform/response-cache/cached-response.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { SearchService } from './search.service.ts'

/** Fewer than lists may have, which are cheaper. */
const SEARCHING = { width: 3, maxWaiting: 50, maxWaitMs: 5000, busy: 'Too many searches are made at the moment' }

/** For so long an answer stays although more pages of books were read meanwhile, which does not count as a change of the catalogue. */
const KEEP_MS = 5 * 60_000

export function searchRoutes(search: SearchService, { responseCache }: { responseCache: ResponseCache }) {
  const inTurn = createFairQueue(SEARCHING)
  return async (app: App) => {
    app.get(
      '/search',
      {
        schema: {
          tags: ['search'],
          summary: 'What is found in all titles, texts, pages and transcripts, the best first; of what is not free, only in what is',
          querystring: SearchQuery,
          response: { 200: SearchResults, ...NOT_MODIFIED },
          notes: { refuses: [503] },
        },
      },
      async (request, reply) => {
        const { q, kind, page } = request.query
        const key = `/api/search?${new URLSearchParams({ q, ...(kind && { kind }), page: String(page), at: String(Math.floor(Date.now() / KEEP_MS)) })}`
        const response = await responseCache.obtain(key, async () => {
          // Even if this visitor leaves, others may wait for the same.
          const found = await inTurn({ ...visitorOf(request), isGone: () => false }, () => search.search(request.query))
          const body = Buffer.from(reply.serialize(found) as string)
          return cachedResponse({
            headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' },
            body,
          })
        })
        // Not with the key for the same request line, whose answer would stay until the catalogue changes.
        return sendCachedResponse(request, reply, response) as never
      },
    )
  }
}
