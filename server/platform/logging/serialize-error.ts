import { DrizzleQueryError } from 'drizzle-orm'

type ErrorLine = { type: string; message: string; stack: string; code?: string; cause?: ErrorLine }

/** Serializes an error for the log without the parameters of a failed query, which can be digests of passwords and tokens. */
export function serializeError(error: Error & { code?: string }): ErrorLine {
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
  return {
    type: error.name,
    message,
    stack: String(error.stack).replace(error.message, () => message),
    ...(error.code !== undefined && { code: error.code }),
    ...(error.cause instanceof Error && { cause: serializeError(error.cause) }),
  }
}
