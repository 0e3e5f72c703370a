import { serializeError } from '#server/platform/logging/serialize-error.ts'

/** Background work whose last run failed, for the overview. */
export type FailedJob = { name: string; at: Date; reason: string }

/** What background work failed with, as it is kept and shown: never the values of a query. */
export function describeFailure(error: unknown): string {
  const { message, code } = serializeError(error instanceof Error ? error : new Error(String(error)))
  return code ? `${message} (${code})` : message
}
