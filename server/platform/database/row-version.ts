import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { conflict } from '#server/platform/problems.ts'

/** Returns whether a change is based on an older version of the item than the stored version. */
export function isStale(updatedAt: Date | string, startedFrom: string | undefined): boolean {
  return startedFrom !== undefined && new Date(updatedAt).getTime() > Date.parse(startedFrom)
}

export function refuseStale(noun: string, updatedAt: Date | string, startedFrom: string | undefined) {
  if (isStale(updatedAt, startedFrom))
    throw conflict(
      `Someone else has changed this ${noun}`,
      'Nothing was saved. Compare with the newer version, then save your changes over it or discard them.',
    )
}

/**
 * SQL for the next `updatedAt` of a changed row, which is also the version of the row: always later than the current value, even if the
 * clock was set back.
 */
export function nextVersion(updatedAt: PgColumn): SQL {
  return sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
}
