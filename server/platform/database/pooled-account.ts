import type { Pool } from 'pg'
import { SettingsError } from '#server/platform/problems.ts'
import { LOCKS } from './locks.ts'
import { REQUEST_SETTINGS } from './request-pool.ts'

/**
 * Stores the request settings with the database account, since a pooler may use a different server connection for each transaction. Checks
 * that the pool leads to the same database as the direct connections, which hold the lock of this instance.
 */
export async function settlePooledAccount(options: {
  longWork: Pool
  pool: Pool
  instance: number
  onStatusChange: (text: string, details: Record<string, unknown>) => void
}): Promise<void> {
  const { longWork, pool, instance, onStatusChange } = options
  await storeSettings(longWork)
  const { rows } = await pool.query<{ same: boolean; lock_timeout: string }>(
    `select
      exists (
        select from pg_locks
        where locktype = 'advisory' and granted and (classid, objid) = ($1, $2)
          and database = (select oid from pg_database where datname = current_database())
      ) as same,
      (select setting from pg_settings where name = 'lock_timeout') as lock_timeout`,
    [LOCKS.instance, instance],
  )
  if (!rows[0]?.same) throw new SettingsError('DATABASE_URL and DATABASE_DIRECT_URL point to different databases.')
  if (rows[0].lock_timeout !== REQUEST_SETTINGS.lock_timeout)
    onStatusChange('The pooler has connections from before the account had its settings: make it reconnect (PgBouncer: RECONNECT)', {})
}

async function storeSettings(longWork: Pool) {
  const client = await longWork.connect()
  try {
    const { rows } = await client.query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
        and setrole = (select oid from pg_roles where rolname = current_user)`,
    )
    const stored = new Set(rows.map(({ setting }) => setting))
    const missing = Object.entries(REQUEST_SETTINGS).filter(([name, value]) => !stored.has(`${name}=${value}`))
    if (missing.length === 0) return
    const { rows: names } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.migration])
    // The query loads the extension pg_trgm: otherwise only a superuser may store a setting of the extension.
    await client.query(`select similarity('', '')`)
    for (const [name, value] of missing)
      await client.query(`alter role current_user in database ${names[0]?.name} set ${name} = '${value}'`)
    await client.query('commit')
  } finally {
    client.release(true)
  }
}
