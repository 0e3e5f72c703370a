import { z } from 'zod'
import { BookLanguage } from '#contracts/catalogue/book-groups.ts'
import { SITEMAP_ITEMS, SitemapQuery, SitemapSeries } from '#contracts/catalogue/sitemap.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { CACHE_AND_REVALIDATE, cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { BookGroups } from './book-groups.store.ts'

/** Creates the routes for the languages and the series of public books. */
export function bookGroupRoutes(groups: BookGroups, { lists, responseCache }: Pick<ItemDeps, 'lists'> & { responseCache: ResponseCache }) {
  const tags = ['books']
  return async (app: App) => {
    app.get(
      '/site/languages',
      {
        schema: {
          tags,
          summary: 'List the languages of books, most books first',
          response: { 200: z.array(BookLanguage), ...NOT_MODIFIED },
        },
        config: { bound: 'cached' },
      },
      async (request, reply) => {
        const key = 'languages'
        const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': CACHE_AND_REVALIDATE }
        // Reading is not canceled if this visitor disconnects: other visitors may wait for the same languages.
        const read = () => lists.inTurn({ ...visitorOf(request), isGone: () => false }, groups.listLanguages)
        const make = async () => cachedResponse({ headers, body: Buffer.from(reply.serialize(await read()) as string) })
        return (await responseCache.send(request, reply, key, await responseCache.obtain(key, make))) as never
      },
    )

    app.get(
      '/sitemap/series',
      {
        schema: {
          tags,
          summary: `List series of books for the sitemap, oldest first; ${SITEMAP_ITEMS} per page`,
          querystring: SitemapQuery,
          response: { 200: z.array(SitemapSeries) },
          notes: { responseHeaders: { 200: { 'X-Total-Count': 'Number of series on all pages' } } },
        },
        config: { bound: 'in turn' },
      },
      async (request, reply) => {
        const { items, total } = await lists.inTurn(visitorOf(request), () => groups.listSeriesForSitemap(request.query.page))
        reply.header('x-total-count', String(total))
        return items
      },
    )
  }
}
