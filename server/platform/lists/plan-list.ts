import { and, arrayOverlaps, asc, Column, desc, inArray, is, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ALL_CATEGORIES } from '#contracts/catalogue/categories.ts'
import { CURSOR, type ListQuery } from '#contracts/common/list.ts'
import { malformed } from '#server/platform/problems.ts'
import { meaningfulWords, subjectOf } from './search-words.ts'

const MAX_WORDS = 8

/**
 * Columns of a searchable list: `searchName` contains an item's name, `searchText` all texts of an item. `sortId` orders the list from the
 * newest to the oldest item, if `id` does not.
 */
export type Searchable = { id: PgColumn; sortId?: PgColumn; searchName: PgColumn; searchText: PgColumn }

/** Search, order and paging of a list: best matches or bestsellers first, then the newest. */
export type ListPlan = {
  /** Parts of the list, queried sequentially, best matches first. An index serves a query for each part, but not a query for all parts */
  parts: ListPart[]
  /** Disjoint conditions for the matches of all parts, counted separately: an index serves each condition, but not all in one query */
  disjoint: (SQL | undefined)[]
}

/** Order of a list by an expression and then by age in the same direction. Without an expression, the list is ordered by age alone. */
export type ListOrder = { by?: SQL | PgColumn; descending: boolean }

export type ListPart = {
  /** Condition for matches of the search text; undefined without a search text */
  matches: SQL | undefined
  /** Condition for rows after the cursor */
  after: SQL | undefined
  rank: SQL<number>
  orderBy: SQL[]
}

/** Position of a row in a list: the rank of the match, or the negated value of the ordering column, then `id` or `sortId`. */
export type ListPosition = { rank: number; id: string; sortId?: string }

/**
 * Plans the queries for one page of a list. Matches contain every word of `q`, or have a name similar to `q` (a typing mistake).
 * @param highest non-negative integer column that orders the list if `q` is empty, highest first
 * @param order order of the list, in place of `highest`, and of the matches of `q`, in place of best matches first
 * @param isAbout condition for rows that are about a word which their texts need not contain
 */
export function planList(
  table: PgTable & Searchable,
  { q, cursor }: ListQuery,
  { highest, order, isAbout }: { highest?: PgColumn; order?: ListOrder; isAbout?: (word: string) => SQL } = {},
): ListPlan {
  const text = searchedText(q)
  if (text) return order ? planOrderedSearch(table, text, cursor, { order, isAbout }) : planSearch(table, text, cursor, isAbout)
  return { parts: [order ? planOwnOrder(table, cursor, order) : planOrder(table, cursor, highest)], disjoint: [undefined] }
}

/**
 * Plans a page like `planList`, but as one query, for lists whose joins or filters would make separate parts slow.
 * @param named ids that `q` names exactly, such as by a number in another table; these rank first
 */
export function planListInOneQuery(table: Searchable, { q, cursor }: ListQuery, { named = [] }: { named?: string[] } = {}): ListPart {
  const text = searchedText(q)
  return text ? planSearchInOneQuery(table, text, named, cursor) : planOrder(table, cursor)
}

/** Trims the search text and removes NUL characters, which PostgreSQL can't store. */
function searchedText(q: string | undefined): string {
  return (q ?? '').replaceAll('\0', '').trim()
}

function planOrder(table: Searchable, cursor: string | undefined, highest?: PgColumn): ListPart {
  const rank = (highest ? sql<number>`-${highest}` : sql<number>`0`).mapWith(Number)
  return {
    matches: undefined,
    after: afterCursor(sortIdOf(table), highest ?? rank, cursor),
    rank,
    orderBy: [...(highest ? [desc(highest)] : []), desc(sortIdOf(table))],
  }
}

/** Plans an order by values other than integers, such as titles. The row of the cursor provides the value after which the page starts. */
function planOwnOrder(table: PgTable & Searchable, cursor: string | undefined, { by, descending }: ListOrder): ListPart {
  const id = sortIdOf(table)
  const columns = by ? [by, id] : [id]
  const position = sql`(${sql.join(columns, sql`, `)})`
  const last = cursor === undefined ? undefined : readCursor(cursor).id
  return {
    matches: undefined,
    after:
      last === undefined
        ? undefined
        : sql`${position} ${sql.raw(descending ? '<' : '>')} (select ${sql.join(columns, sql`, `)} from ${table} where ${id} = ${last})`,
    rank: sql<number>`0`.mapWith(Number),
    orderBy: columns.map((column) => (descending ? desc(column) : asc(column))),
  }
}

/** Plans the three parts of a search: the name contains the text, every word occurs, or the name is similar. */
function planSearch(table: Searchable, text: string, cursor: string | undefined, isAbout?: (word: string) => SQL): ListPlan {
  const { inName, everyWord, resembling } = conditionsOf(table, text, isAbout)
  const parts = [inName, and(everyWord, not(inName)), resembling].map((matches, number) => ({
    matches,
    after: afterCursorInPart(sortIdOf(table), number, cursor),
    rank: sql<number>`${sql.raw(String(number))}`.mapWith(Number),
    orderBy: [desc(sortIdOf(table))],
  }))
  return { parts, disjoint: [everyWord, resembling] }
}

/** Plans a search in an order that the visitor has chosen: the matches of all parts are one part. */
function planOrderedSearch(
  table: PgTable & Searchable,
  text: string,
  cursor: string | undefined,
  { order, isAbout }: { order: ListOrder; isAbout?: (word: string) => SQL },
): ListPlan {
  const { everyWord, resembles, resembling } = conditionsOf(table, text, isAbout)
  return { parts: [{ ...planOwnOrder(table, cursor, order), matches: or(everyWord, resembles) }], disjoint: [everyWord, resembling] }
}

/** Plans a search as a single query that calculates the rank of each row. */
function planSearchInOneQuery(table: Searchable, text: string, named: string[], cursor: string | undefined): ListPart {
  const { inName, everyWord, resembles } = conditionsOf(table, text)
  const isNamed = named.length > 0 ? inArray(table.id, named) : sql`false`
  const rank = sql<number>`case when ${isNamed} or ${inName} then 0 when ${everyWord} then 1 else 2 end`.mapWith(Number)
  return {
    matches: or(isNamed, everyWord, resembles),
    after: afterCursor(sortIdOf(table), rank, cursor),
    rank,
    orderBy: [rank, desc(sortIdOf(table))],
  }
}

function conditionsOf(table: Searchable, text: string, isAbout?: (word: string) => SQL) {
  const words = meaningfulWords(subjectOf(text)).slice(0, MAX_WORDS)
  const everyWord = and(...words.map((word) => or(contains(table.searchText, word), isAbout?.(word)))) as SQL
  const resembles = sql`searchable(${text}) <% ${table.searchName}`
  return {
    inName: contains(table.searchName, text),
    everyWord,
    resembles,
    // The similarity is expensive, so rows with every word are excluded first.
    resembling: sql`(not (${everyWord}) and ${resembles})`,
  }
}

function contains(column: PgColumn, part: string): SQL {
  return sql`${column} like '%' || searchable(${escapeLike(part)}) || '%'`
}

function escapeLike(text: string) {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Returns the column that orders a list from the newest to the oldest. */
export function sortIdOf({ id, sortId = id }: Searchable): PgColumn {
  return sortId
}

export function writeCursor({ rank, id, sortId = id }: ListPosition): string {
  return `${rank}.${sortId}`
}

function readCursor(cursor: string): ListPosition {
  const [, rank = '', id = ''] = CURSOR.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is invalid.')
  return { rank: Number(rank), id }
}

/** Returns the condition for rows after the cursor. Lists are ordered descending by a column, or ascending by a rank. */
function afterCursor(id: PgColumn, order: SQL<number> | PgColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const last = readCursor(cursor)
  if (is(order, Column)) return sql`(${order}, ${id}) < (${-last.rank}, ${last.id})`
  return sql`(${order} > ${last.rank} or (${order} = ${last.rank} and ${id} < ${last.id}))`
}

/** Returns the condition for rows of one part of a list after the cursor. Parts before that of the cursor are finished. */
function afterCursorInPart(id: PgColumn, part: number, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const last = readCursor(cursor)
  if (part === last.rank) return sql`${id} < ${last.id}`
  return part < last.rank ? sql`false` : undefined
}

/** Returns the condition for items in any of the comma-separated categories; `All` or an empty list matches every item. */
export function inCategory(column: PgColumn, category: string | undefined): SQL | undefined {
  const names = (category ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length === 0 || names.includes(ALL_CATEGORIES) ? undefined : arrayOverlaps(column, names)
}
