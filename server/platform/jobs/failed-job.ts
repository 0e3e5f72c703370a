import { serializeError } from '#server/platform/logging/serialize-error.ts'

/** Job or worker whose last run failed, for the overview. */
export type FailedJob = { name: string; at: Date; reason: string }

/** Returns an error's message, without the parameters of a failed query. */
export function describeFailure(error: unknown): string {
  const { message, code } = serializeError(error instanceof Error ? error : new Error(String(error)))
  return code ? `${message} (${code})` : message
}
