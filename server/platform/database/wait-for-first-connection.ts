import { DatabaseError } from 'pg'
import { retry } from '#server/platform/concurrency/retry.ts'
import { SettingsError } from '#server/platform/problems.ts'
import { isDatabaseUnavailable, isNetworkFailure } from './database-unavailable.ts'

const RETRY_MS = 1000
const REPORT_MS = 10_000
/** SQLSTATEs of a wrong URL, such as unknown account or wrong password: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const WRONG_URL = /^(28\w{3}|3D000)$/

/**
 * Opens a database that may start later than this process, and waits without limit. @throws SettingsError if the server rejects the URL's
 * credentials or database
 */
export async function waitForFirstConnection<Result>(
  open: () => Promise<Result>,
  options: {
    url: string
    signal: AbortSignal
    report?: (text: string, details: Record<string, unknown>) => void
    onWait?: () => void
    retryMs?: number
    reportMs?: number
  },
): Promise<Result> {
  const { url, signal, report = (text, details) => console.warn(text, details), onWait, retryMs = RETRY_MS, reportMs = REPORT_MS } = options
  const { host } = new URL(url)
  const began = performance.now()
  let reportedAt = Number.NEGATIVE_INFINITY
  const onFailure = (error: unknown) => {
    if (error instanceof DatabaseError && WRONG_URL.test(error.code ?? ''))
      throw new SettingsError(`The database at DATABASE_URL refused the connection: ${error.message}`, { cause: error })
    if (signal.aborted || !(isDatabaseUnavailable(error) || isNetworkFailure(error))) throw error
    const now = performance.now()
    if (now - reportedAt < reportMs) return
    reportedAt = now
    onWait?.()
    report(`Waiting for the database at ${host}`, { reason: reasonOf(error), seconds: Math.round((now - began) / 1000) })
  }
  return retry(open, { firstPauseMs: retryMs, signal, onFailure })
}

/** Returns the reason of a connection error. Node's error for a host name with several addresses has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map((each) => (each as Error).message).join(', ')
  return (error as Error).message
}
