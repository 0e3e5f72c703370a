import { Column, is, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { CURSOR } from '#contracts/list.ts'
import { malformed } from '#server/platform/problems.ts'

/** A row's position in its list: how well it matches, or the negated column that orders the list, then its id. */
export type ListPosition = { rank: number; id: string }

export function writeCursor({ rank, id }: ListPosition): string {
  return `${rank}.${id}`
}

function readCursor(cursor: string): ListPosition {
  const [, rank = '', id = ''] = CURSOR.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is not one that this list gave out.')
  return { rank: Number(rank), id }
}

/** Matches the rows after the cursor. Lists are ordered descending by a column, or ascending by a rank. */
export function afterCursor(id: PgColumn, order: SQL<number> | PgColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const last = readCursor(cursor)
  if (is(order, Column)) return sql`(${order}, ${id}) < (${-last.rank}, ${last.id})`
  return sql`(${order} > ${last.rank} or (${order} = ${last.rank} and ${id} < ${last.id}))`
}

/** Matches the rows of one part of a list after the cursor. Parts before the cursor's are finished. */
export function afterCursorInPart(id: PgColumn, part: number, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const last = readCursor(cursor)
  if (part === last.rank) return sql`${id} < ${last.id}`
  return part < last.rank ? sql`false` : undefined
}
