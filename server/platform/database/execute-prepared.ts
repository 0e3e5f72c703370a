import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { digest } from '#server/platform/digest.ts'
import type { Orm, Transaction } from './database.ts'

const dialect = new PgDialect()

/**
 * Runs a statement that each connection parses and plans once, which takes longer than running it when it is large. So its text must be one
 * of a few, and its plan good for any values: the planner does not see them.
 */
export async function executePrepared<Row>(connection: Orm | Transaction, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const { rows } = (await connection._.session.prepareQuery(query, undefined, digest(query.sql), false).execute()) as { rows: Row[] }
  return rows
}
