import { and, desc, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterCursor, afterCursorInPart } from './cursor.ts'
import type { ListPart, ListPlan, Searchable } from './list-plan.ts'

const MAX_WORDS = 8

/** Three parts: what is called so, what has every word, and what is called nearly so. */
export function planSearch(table: Searchable, text: string, cursor: string | undefined): ListPlan {
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
export function planSearchInOneQuery(table: Searchable, text: string, named: string[], cursor: string | undefined): ListPart {
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
