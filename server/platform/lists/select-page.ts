import { and, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Page } from '#contracts/list.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { LIST_HEADERS } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { type ListPart, type ListPosition, type Searchable, writeCursor } from './plan-list.ts'

/** A subquery for the ids and ranks of one page, to be joined with the other columns: sorting whole rows takes ten times as long. */
export function selectPageIds(
  orm: Orm,
  table: PgTable & Searchable,
  plan: ListPart,
  { filters, limit }: { filters: SQL | undefined; limit: number | undefined },
) {
  return orm
    .select({ id: sql<string>`${table.id}`.as('page_id'), rank: plan.rank.as('page_rank') })
    .from(table)
    .where(and(filters, plan.after))
    .orderBy(...plan.orderBy)
    .limit(rowsToFetch(limit))
    .as('page')
}

/** One row more than the page holds shows whether there is a next page. */
export function rowsToFetch(limit: number | undefined): number {
  return limit === undefined ? Number.MAX_SAFE_INTEGER : limit + 1
}

export function toPage<Row extends ListPosition, Item>(
  rows: Row[],
  total: number,
  limit: number | undefined,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), total, ...(rows.length > shown.length && last && { next: writeCursor(last) }) }
}

/** Adds the route of a list that is sent page by page. */
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
