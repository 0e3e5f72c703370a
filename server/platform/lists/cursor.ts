import { Column, is, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { CURSOR } from '#contracts/list.ts'
import { malformed } from '#server/platform/problems.ts'

/** A row's place in its list: how well it matches, or minus what it is ordered by, then its id. */
export type ListPosition = { rank: number; id: string }

export function writeCursor({ rank, id }: ListPosition): string {
  return `${rank}.${id}`
}

function readCursor(cursor: string): ListPosition {
  const [, rank = '', id = ''] = CURSOR.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is not one that this list gave out.')
  return { rank: Number(rank), id }
}

/** Where a list goes on. A column orders it downwards, a rank upwards. */
export function afterCursor(id: PgColumn, order: SQL<number> | PgColumn, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const reached = readCursor(cursor)
  if (is(order, Column)) return sql`(${order}, ${id}) < (${-reached.rank}, ${reached.id})`
  return sql`(${order} > ${reached.rank} or (${order} = ${reached.rank} and ${id} < ${reached.id}))`
}

/** Where one part of a list goes on; the parts before the cursor's are over. */
export function afterCursorInPart(id: PgColumn, part: number, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const reached = readCursor(cursor)
  if (part === reached.rank) return sql`${id} < ${reached.id}`
  return part < reached.rank ? sql`false` : undefined
}
