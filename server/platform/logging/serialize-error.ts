import { DrizzleQueryError } from 'drizzle-orm'

type ErrorLine = { type: string; message: string; stack: string; code?: string; cause?: ErrorLine }

/** What a log line says of an error: never the values that a failed query was sent with, which can be digests of passwords and tokens. */
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
