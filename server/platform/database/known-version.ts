import { DatabaseError, type Pool } from 'pg'
import { SettingsError } from '#server/platform/problems.ts'
import { formatVersion, productVersion } from '#server/platform/product-version.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

/** SQLSTATE of `drizzle.require_known_version()` for a version that is too old for the database. */
const TOO_OLD = 'LEC01'
/** SQLSTATEs of a database without tables or without the schema of the migrations. */
const MISSING = ['42P01', '3F000']

/**
 * SQL that states the migrations that this version knows. The database refuses versions that do not know the migration of
 * `drizzle.oldest_migration()`, and versions that state nothing.
 */
export const STATE_VERSION = `set lectern.known_migrations = '${journal.entries.length}'; set lectern.version = '${formatVersion(productVersion)}'`

/** Throws if a later version has changed the database in a way that this version would misread. @throws SettingsError */
export async function requireKnownVersion(pool: Pool): Promise<void> {
  try {
    await pool.query('select from drizzle.__drizzle_migrations limit 1')
  } catch (error) {
    const { code, message } = error as DatabaseError
    if (error instanceof DatabaseError && MISSING.includes(code ?? '')) return
    throw code === TOO_OLD ? new SettingsError(message, { cause: error }) : error
  }
}
