import { SearchQuery, SearchResults } from '#contracts/catalogue/search.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import { createSharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import type { SearchService } from './search.service.ts'

/** Concurrency limit of searches; lower than the limit of lists, which are cheaper. */
const SEARCHING = { width: 3, maxWaiting: 50, maxWaitMs: 5000, busy: 'Too many searches right now' }

/** Maximum lifetime of a cached response in ms. Text extraction changes search results, but does not increment the catalogue version. */
const KEEP_MS = 5 * 60_000

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, no-cache' }

export function searchRoutes(search: SearchService, { responseCache }: { responseCache: ResponseCache }) {
  const bodies = createSharedBodies(responseCache, SEARCHING)
  return async (app: App) => {
    app.get(
      '/search',
      {
        schema: {
          tags: ['search'],
          summary:
            'Search titles, descriptions, pages and transcripts, best match first; priced items are searched in their free parts only',
          querystring: SearchQuery,
          response: { 200: SearchResults, ...NOT_MODIFIED },
          notes: { refuses: [503] },
        },
        config: { bound: 'cached' },
      },
      async (request, reply) => {
        const { q, kind, page } = request.query
        const key = `/api/search?${new URLSearchParams({ q, ...(kind && { kind }), page: String(page), at: String(Math.floor(Date.now() / KEEP_MS)) })}`
        // With `isDirect`, the cache would serve identical requests without calling this route until the catalogue changes, even after five
        // minutes.
        return (await bodies.send(request, reply, {
          key,
          isDirect: false,
          obtain: async (visitor) => {
            const body = await bodies.make(visitor, async () => reply.serialize(await search.search(request.query)) as string)
            return { headers: HEADERS, body }
          },
        })) as never
      },
    )
  }
}
