import { and, desc, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListQuery } from '#contracts/list.ts'
import { afterCursor, afterCursorInPart } from './cursor.ts'

const MAX_WORDS = 8

/** Columns that a searchable list has: `searchName` holds what an item is called, `searchText` everything said about it. */
export type Searchable = { id: PgColumn; searchName: PgColumn; searchText: PgColumn }

/** How a list is narrowed, ordered and cut. Best matches first, or those that sell best, then newest first. */
export type ListPlan = {
  /** Follow each other, the best matches first. Each is found quickly by an index, the whole is not */
  parts: ListPart[]
  /** What the parts let through, in sets that share no row: an index counts each, but not both at once */
  disjoint: (SQL | undefined)[]
}

export type ListPart = {
  /** Lets through what matches the search text; undefined when nothing is searched for */
  matches: SQL | undefined
  /** Lets through what comes after the cursor */
  after: SQL | undefined
  rank: SQL<number>
  orderBy: SQL[]
}

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

/** Three parts: what is called so, what has every word, and what is called nearly so. */
function planSearch(table: Searchable, text: string, cursor: string | undefined): ListPlan {
  const { inName, everyWord, resembles } = conditionsOf(table, text)
  // Comparing letter by letter is dear, so what is on the list already is left out before.
  const resembling = sql`(not (${everyWord}) and ${resembles})`
  const parts = [inName, and(everyWord, not(inName)), resembling].map((matches, number) => ({
    matches,
    after: afterCursorInPart(table.id, number, cursor),
    rank: sql<number>`${sql.raw(String(number))}`.mapWith(Number),
    orderBy: [desc(table.id)],
  }))
  return { parts, disjoint: [everyWord, resembling] }
}

/** The same in one piece, with the rank worked out for each row. */
function planSearchInOneQuery(table: Searchable, text: string, named: string[], cursor: string | undefined): ListPart {
  const { inName, everyWord, resembles } = conditionsOf(table, text)
  const isNamed = named.length > 0 ? inArray(table.id, named) : sql`false`
  const rank = sql<number>`case when ${isNamed} or ${inName} then 0 when ${everyWord} then 1 else 2 end`.mapWith(Number)
  return {
    matches: or(isNamed, everyWord, resembles),
    after: afterCursor(table.id, rank, cursor),
    rank,
    orderBy: [rank, desc(table.id)],
  }
}

function conditionsOf(table: Searchable, text: string) {
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  return {
    inName: contains(table.searchName, text),
    everyWord: and(...words.map((word) => contains(table.searchText, word))) as SQL,
    resembles: sql`searchable(${text}) <% ${table.searchName}`,
  }
}

function contains(column: PgColumn, part: string): SQL {
  return sql`${column} like '%' || searchable(${escapeLike(part)}) || '%'`
}

/** The three characters that mean something in a LIKE pattern. */
function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}
