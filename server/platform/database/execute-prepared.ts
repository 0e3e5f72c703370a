import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { digest } from '#server/platform/digest.ts'
import type { Reader } from './database.ts'

const dialect = new PgDialect()

/**
 * Runs a prepared statement that each connection parses and plans only once. Intended for large statements whose planning takes longer than
 * their execution. The set of SQL texts must be small, and one plan must suit all values.
 */
export async function executePrepared<Row>(connection: Reader, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const { rows } = (await connection._.session.prepareQuery(query, undefined, digest(query.sql), false).execute()) as { rows: Row[] }
  return rows
}
