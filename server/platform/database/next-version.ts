import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * The moment that a changed row carries as its version. Clocks are set back and two changes can share a millisecond; a version must
 * be newer than the one before.
 */
export function nextVersion(updatedAt: PgColumn): SQL {
  return sql`greatest(clock_timestamp(), ${updatedAt} + interval '1 millisecond')`
}
