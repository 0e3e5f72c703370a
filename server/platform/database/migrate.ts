import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import { LOCKS } from './locks.ts'

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')

/** Migrates the schema. Of several apps that start at once, one migrates and the others wait. */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration])
    await client.query(`set client_min_messages = warning`)
    await runMigrations(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    await client.query('select pg_advisory_unlock($1)', [LOCKS.migration])
  } finally {
    client.release(true)
  }
}
