import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Error for a database that can't be reached. A statement in progress may or may not have been executed. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * SQLSTATEs of temporary failures: lost or too many connections, shutdown or startup, a lock timeout, a deadlock, a standby.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TEMPORARY_STATES = /^(08\w{3}|57P0[1-5]|57014|55P03|40001|40P01|53300|25P03|25P04|25006)$/
/** SQLSTATE of a server that refuses new connections because it is starting, recovering or shutting down. */
export const CANNOT_CONNECT_NOW = '57P03'
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** Messages of the driver's own errors, which have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** Returns whether an error or its cause means that the database was unavailable, as opposed to a faulty statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  // Errors are matched by name and message, since some libraries pass on a plain copy of an error.
  const { name, message, cause } = error as Partial<Error>
  if (name === 'DatabaseUnavailableError' || DRIVER_MESSAGES.test(message ?? '')) return true
  if (error instanceof DatabaseError) return TEMPORARY_STATES.test(error.code ?? '')
  // Network failures count only within a query: other failed connections may be to any service, such as a gateway.
  if (error instanceof DrizzleQueryError && isNetworkFailure(cause)) return true
  return isDatabaseUnavailable(cause)
}

export function isNetworkFailure(error: unknown): boolean {
  return NETWORK_CODES.test((error as NodeJS.ErrnoException | undefined)?.code ?? '')
}

/** Converts the network error of a database connection to a DatabaseUnavailableError. */
export function toConnectionError(error: Error): Error {
  return isNetworkFailure(error) ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}
