import { and, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Page } from '#contracts/common/list.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { type ListPart, type ListPosition, type Searchable, writeCursor } from './plan-list.ts'

/**
 * Returns a subquery for the ids and ranks of one page, to be joined with the other columns: sorting whole rows takes ten times as long.
 */
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

/** Returns the page size plus one: an extra row reveals that there is a next page. */
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
