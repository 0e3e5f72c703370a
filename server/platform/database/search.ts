import { and, arrayOverlaps, Column, desc, inArray, is, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ALL_CATEGORIES } from '#contracts/categories.ts'
import { CURSOR, type ListQuery, type Page } from '#contracts/list.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { malformed } from '#server/platform/http/problems.ts'

/** Columns that a searchable list has: `searchName` holds what an item is called, `searchText` everything said about it. */
export type Searchable = { id: PgColumn; searchName: PgColumn; searchText: PgColumn }

const MAX_WORDS = 8

/** How a list is narrowed, ordered and cut. Best matches first, or those that sell best, then newest first. */
export type ListPlan = {
  /** Lets through what matches the search text; undefined when nothing is searched for */
  matches: SQL | undefined
  /** Lets through what comes after the cursor */
  after: SQL | undefined
  rank: SQL<number>
  orderBy: SQL[]
  /** What `matches` lets through, in sets that share no row: an index counts each, but not both at once */
  disjoint: (SQL | undefined)[]
  /** The same list in parts that follow each other, the best matches first. Each is found quickly by an index, the whole is not */
  parts: ListPart[]
}

export type ListPart = { matches: SQL | undefined; after: SQL | undefined; rank: SQL<number>; orderBy: SQL[] }

export type Ranked = { rank: number; id: string }

/**
 * Plans one page of a list. Every word of `q` must occur, or its whole resemble the name (a typing mistake).
 * @param named ids of what `q` is an exact name of, such as a number that is kept elsewhere; they match best
 * @param highest a whole number that is not negative, by which a list that nothing is searched in is ordered, highest first
 */
export function planList(
  table: Searchable,
  { q, cursor }: ListQuery,
  { named = [], highest }: { named?: string[]; highest?: PgColumn } = {},
): ListPlan {
  const text = q?.replaceAll('\0', '')
  const words = (text?.split(/\s+/).filter(Boolean) ?? []).slice(0, MAX_WORDS)
  const contains = (column: PgColumn, part: string) => sql`${column} like '%' || searchable(${escapeLike(part)}) || '%'`
  const everyWord = words.map((word) => contains(table.searchText, word))
  const isNamed = named.length > 0 ? inArray(table.id, named) : sql`false`
  const rank = text
    ? sql<number>`case when ${isNamed} or ${contains(table.searchName, text)} then 0 when ${and(...everyWord)} then 1 else 2 end`.mapWith(
        Number,
      )
    : highest
      ? sql<number>`-${highest}`.mapWith(Number)
      : sql<number>`0`.mapWith(Number)
  const verbatim = sql`(${isNamed} or (${and(...everyWord)}))`
  const byHighest = text ? undefined : highest
  const after = cursor === undefined ? undefined : afterCursor(table, byHighest ?? rank, cursor)
  const orderBy = [...(text ? [rank] : byHighest ? [desc(byHighest)] : []), desc(table.id)]
  const partOf = (number: number, matches: SQL | undefined): ListPart => ({
    matches,
    after: cursor === undefined ? undefined : afterCursorIn(table, number, cursor),
    rank: sql<number>`${sql.raw(String(number))}`.mapWith(Number),
    orderBy: [desc(table.id)],
  })
  // Comparing letter by letter is dear, so what is on the list already is left out before.
  const resembling = text ? sql`(not ${verbatim} and searchable(${text}) <% ${table.searchName})` : undefined
  const best = text ? or(isNamed, contains(table.searchName, text)) : undefined
  return {
    disjoint: text ? [verbatim, resembling] : [undefined],
    parts: text
      ? [partOf(0, best), partOf(1, and(...everyWord, not(best as SQL))), partOf(2, resembling)]
      : [{ matches: undefined, after, rank, orderBy }],
    matches: text ? sql`(${verbatim} or searchable(${text}) <% ${table.searchName})` : undefined,
    after,
    rank,
    orderBy,
  }
}

/**
 * The ids of one page and how well each matches, to be joined with everything else that its items consist of. Found on
 * their own, since sorting whole rows of all that matches takes ten times as long.
 */
export function pageOf(
  orm: Orm,
  table: PgTable & Searchable,
  plan: ListPlan,
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

/** Lets through items of any of the categories, given comma-separated; All or nothing lets everything through. */
export function inCategory(column: PgColumn, category: string | undefined): SQL | undefined {
  const names = (category ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length === 0 || names.includes(ALL_CATEGORIES) ? undefined : arrayOverlaps(column, names)
}

/** One more row than the page holds tells whether there is a next page. */
export function rowsToFetch(limit: number | undefined): number {
  return limit === undefined ? Number.MAX_SAFE_INTEGER : limit + 1
}

export function toPage<Row extends Ranked, Item>(
  rows: Row[],
  total: number,
  limit: number | undefined,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), total, ...(rows.length > shown.length && last && { next: `${last.rank}.${last.id}` }) }
}

function readCursor(cursor: string): Ranked {
  const [, rank = '', id = ''] = CURSOR.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is not one that this list gave out.')
  return { rank: Number(rank), id }
}

/** Where the part of a search goes on; the parts before the cursor's are over. */
function afterCursorIn(table: Searchable, part: number, cursor: string): SQL | undefined {
  const { rank, id } = readCursor(cursor)
  if (part === rank) return sql`${table.id} < ${id}`
  return part < rank ? sql`false` : undefined
}

function afterCursor(table: Searchable, order: SQL<number> | PgColumn, cursor: string): SQL {
  const { rank: reached, id } = readCursor(cursor)
  if (is(order, Column)) return sql`(${order}, ${table.id}) < (${-reached}, ${id})`
  return sql`(${order} > ${reached} or (${order} = ${reached} and ${table.id} < ${id}))`
}

/** The three characters that mean something in a LIKE pattern. */
function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
