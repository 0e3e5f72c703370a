import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** The database can't be asked now. What was under way may have been done or not. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * What PostgreSQL refuses now and would do later: connections lost or too many, shutting down or starting, a lock waited for too
 * long, a deadlock, a standby. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING_STATES = /^(08\w{3}|57P0[1-5]|57014|55P03|40001|40P01|53300|25P03|25P04|25006)$/
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** The driver's own errors have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** Whether an error, or what caused it, says that the database could not be asked, as opposed to a mistake in what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // Some libraries pass on a copy of what an error holds.
  const { name, message, cause } = error as Partial<Error>
  if (name === 'DatabaseUnavailableError' || DRIVER_MESSAGES.test(message ?? '')) return true
  if (error instanceof DatabaseError) return PASSING_STATES.test(error.code ?? '')
  // Elsewhere a connection that failed may be any connection, such as a gateway's.
  if (error instanceof DrizzleQueryError && isNetworkFailure(cause)) return true
  return isDatabaseUnavailable(cause)
}

export function isNetworkFailure(error: unknown): boolean {
  return NETWORK_CODES.test((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

/** The error of a connection to the database, so that it is known for one. */
export function toConnectionError(error: Error): Error {
  return isNetworkFailure(error) ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}
