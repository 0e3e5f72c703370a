import { z } from 'zod'
import type { Page } from '#contracts/common/list.ts'
import { LIST_HEADERS } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'

/** Adds the route of a paginated list. */
export function addListRoute<Query, Item>(
  app: App,
  url: string,
  { query, item, ...schema }: { tags: string[]; summary: string; query: z.ZodType<Query>; item: z.ZodType<Item> },
  list: (query: Query) => Promise<Page<Item>>,
) {
  app.get(
    url,
    { schema: { ...schema, querystring: query, response: { 200: z.array(item) }, notes: { responseHeaders: LIST_HEADERS } } },
    async (request, reply) => {
      const page = await list(request.query as Query)
      reply.headers(pageHeaders(page, new URL(request.url, 'http://host')))
      return page.items
    },
  )
}

export function pageHeaders({ total, next }: Page<unknown>, url: URL): Record<string, string> {
  if (!next) return { 'x-total-count': String(total) }
  const nextUrl = new URL(url)
  nextUrl.searchParams.set('cursor', next)
  return { 'x-total-count': String(total), link: `<${nextUrl.pathname}${nextUrl.search}>; rel="next"` }
}
