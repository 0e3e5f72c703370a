import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { CommandError } from '#server/platform/problems.ts'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { LOCKS } from './locks.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/** Lock timeout of migrations, shorter than that of requests, so that requests queued behind a migration are not refused. */
const LOCK_MS = 500
const PAUSE_MS = 1000
const LONGEST_WAIT_MS = 10 * 60_000

/**
 * Migrates the schema in one transaction, while instances of the previous version continue to work. If several instances start
 * concurrently, one migrates and the others wait. Attempts to lock tables in use are short, and are repeated.
 * @param report prints a line for the operator
 */
export async function migrate(
  pool: Pool,
  {
    folder = MIGRATIONS_FOLDER,
    report = () => undefined,
    longestWaitMs = LONGEST_WAIT_MS,
  }: { folder?: string; report?: (line: string) => void; longestWaitMs?: number } = {},
): Promise<void> {
  const client = await pool.connect()
  const deadline = performance.now() + longestWaitMs
  try {
    await requirePrimary(client)
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCKS.migration])
    if (!rows[0]?.taken) {
      report('Waiting for another app to migrate the database.')
      await client.query(`set lock_timeout = ${longestWaitMs}`)
      await client.query('select pg_advisory_lock($1)', [LOCKS.migration])
    }
    await client.query(`set client_min_messages = warning; set lock_timeout = ${LOCK_MS}`)
    const [before, start] = [await countApplied(client), performance.now()]
    for (let attempt = 1; !(await tryMigrations(client, folder)); attempt++) {
      if (performance.now() > deadline) throw waitedTooLong()
      if (attempt === 1) report('The migration waits until the tables that it changes are no longer in use, for example by a backup.')
      await sleep(PAUSE_MS)
    }
    const applied = (await countApplied(client)) - before
    // The first start of a new database is no news.
    if (before > 0 && applied > 0)
      report(`Migrated the database: ${applied} of ${before + applied} migrations in ${((performance.now() - start) / 1000).toFixed(1)} s.`)
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migration])
  } catch (error) {
    throw isLockTimeout(error) ? waitedTooLong() : error
  } finally {
    client.release(true)
  }
}

/** Returns the number of applied migrations; 0 for a new database. */
async function countApplied(client: PoolClient): Promise<number> {
  // Migration 61 has renamed the table.
  const names = `coalesce(to_regclass('drizzle.migrations'), to_regclass('drizzle.__drizzle_migrations'))::text`
  const { rows } = await client.query<{ name: string | null }>(`select ${names} as name`)
  const [table] = rows
  if (!table?.name) return 0
  const counted = await client.query<{ count: number }>(`select count(*)::int as count from ${table.name}`)
  return counted.rows[0]?.count ?? 0
}

/**
 * Runs pending migrations. Returns true if they are applied; returns false, with nothing changed, if another transaction locks a table that
 * they change.
 */
async function tryMigrations(client: PoolClient, migrationsFolder: string): Promise<boolean> {
  try {
    await runMigrations(drizzle({ client }), { migrationsFolder })
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

async function requirePrimary(client: PoolClient) {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby)
    throw new DatabaseUnavailableError('DATABASE_URL points to a standby, which is read-only; it must point to the primary.')
}

function waitedTooLong() {
  return new CommandError('The database could not be migrated: other connections hold locks on its tables.')
}

function isLockTimeout(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === '55P03'
}
