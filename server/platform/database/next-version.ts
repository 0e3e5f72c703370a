import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The next `updatedAt` of a changed row, which is also its version: always later than before, even when the clock was set back. */
export function nextVersion(updatedAt: PgColumn): SQL {
  return sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
}
