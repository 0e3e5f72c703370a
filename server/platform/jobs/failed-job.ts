import { serializeError } from '#server/platform/logging/serialize-error.ts'

/** A job or loop whose last run failed, for the overview. */
export type FailedJob = { name: string; at: Date; reason: string }

/** The message of an error without the parameters of a query. */
export function describeFailure(error: unknown): string {
  const { message, code } = serializeError(error instanceof Error ? error : new Error(String(error)))
  return code ? `${message} (${code})` : message
}
