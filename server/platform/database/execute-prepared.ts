import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { digest } from '#server/platform/digest.ts'
import type { Reader } from './database.ts'

const dialect = new PgDialect()

/**
 * Runs a statement that each connection parses and plans once, for large statements whose planning takes longer than their execution. The
 * set of SQL texts must be small, and the plan must suit any values, which the planner does not see.
 */
export async function executePrepared<Row>(connection: Reader, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const { rows } = (await connection._.session.prepareQuery(query, undefined, digest(query.sql), false).execute()) as { rows: Row[] }
  return rows
}
