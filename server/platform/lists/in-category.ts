import { arrayOverlaps, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ALL_CATEGORIES } from '#contracts/categories.ts'

/** Matches items of any of the comma-separated categories; All or an empty list matches every item. */
export function inCategory(column: PgColumn, category: string | undefined): SQL | undefined {
  const names = (category ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length === 0 || names.includes(ALL_CATEGORIES) ? undefined : arrayOverlaps(column, names)
}
