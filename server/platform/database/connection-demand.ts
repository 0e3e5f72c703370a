import type { Pool } from 'pg'
import { LOCKS } from './locks.ts'

/** Number of connections that all instances on this database may open, and the server's limit for this account. */
export type ConnectionDemand = { apps: number; needed: number; allowed: number }

/**
 * Reads how many connections all instances may open, and how many are allowed.
 * @param each number of connections that one instance may open
 */
export async function readConnectionDemand(pool: Pool, each: number): Promise<ConnectionDemand> {
  const { rows } = await pool.query<{ apps: number; allowed: number }>(
    `select
      (
        select count(*)::int from pg_locks
        where locktype = 'advisory' and granted and database = db.oid and (classid, objid, objsubid) = (0, $1, 1)
      ) as apps,
      -- Those that are reserved for roles exist since PostgreSQL 16.
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        case when datconnlimit >= 0 then datconnlimit end,
        case when rolconnlimit >= 0 then rolconnlimit end
      ) as allowed
    from pg_database as db, pg_roles where datname = current_database() and rolname = current_user`,
    [LOCKS.controlConnection],
  )
  const { apps = 0, allowed = 0 } = rows[0] ?? {}
  return { apps, needed: apps * each, allowed }
}
