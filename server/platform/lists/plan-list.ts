import { desc, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contracts/list.ts'
import { afterCursor } from './cursor.ts'
import type { ListPart, ListPlan, Searchable } from './list-plan.ts'
import { planSearch, planSearchInOneQuery } from './plan-search.ts'

/**
 * Plans one page of a list. Every word of `q` must occur, or its whole resemble the name (a typing mistake).
 * @param highest a whole number that is not negative, by which a list that nothing is searched in is ordered, highest first
 */
export function planList(table: Searchable, { q, cursor }: ListQuery, { highest }: { highest?: PgColumn } = {}): ListPlan {
  const text = searchedText(q)
  if (text) return planSearch(table, text, cursor)
  return { parts: [planOrder(table, cursor, highest)], disjoint: [undefined] }
}

/**
 * The same list read by one statement, for a list that is joined or filtered in ways that parts would not be quick in.
 * @param named ids of what `q` is an exact name of, such as a number that is kept elsewhere; they match best
 */
export function planListInOneQuery(table: Searchable, { q, cursor }: ListQuery, { named = [] }: { named?: string[] } = {}): ListPart {
  const text = searchedText(q)
  return text ? planSearchInOneQuery(table, text, named, cursor) : planOrder(table, cursor)
}

/** What PostgreSQL can't store it can't be asked for either. */
function searchedText(q: string | undefined): string {
  return (q ?? '').replaceAll('\0', '').trim()
}

function planOrder(table: Searchable, cursor: string | undefined, highest?: PgColumn): ListPart {
  const rank = (highest ? sql<number>`-${highest}` : sql<number>`0`).mapWith(Number)
  return {
    matches: undefined,
    after: afterCursor(table.id, highest ?? rank, cursor),
    rank,
    orderBy: [...(highest ? [desc(highest)] : []), desc(table.id)],
  }
}
