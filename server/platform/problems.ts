import type { FieldError, ProblemCode } from '#contracts/common/problem.ts'

type ProblemOptions = {
  detail?: string
  errors?: FieldError[]
  headers?: Record<string, string>
  /** Cause of the problem, which is logged but never sent */
  cause?: unknown
}

/** Expected error that is sent to the client as an RFC 9457 problem. Any other error is sent as `internal`. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(status: number, code: ProblemCode, title: string, { detail, errors, headers = {}, cause }: ProblemOptions = {}) {
    super(title, cause === undefined ? {} : { cause })
    this.name = 'ProblemError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
    this.headers = headers
  }
}

export function invalidRequest(errors: FieldError[]) {
  return new ProblemError(400, 'invalid_request', 'Some fields are invalid', { errors })
}

export function malformed(detail: string) {
  return new ProblemError(400, 'invalid_request', 'The request is malformed', { detail })
}

/**
 * Returns the error response for an unsupported method.
 * @param allowed methods that the path supports
 */
export function methodNotAllowed(allowed: string[]) {
  return new ProblemError(405, 'method_not_allowed', 'The address does not support this method', { headers: { allow: allowed.join(', ') } })
}

/**
 * Returns the error response for a missing resource.
 * @param noun the missing resource, such as `book`
 */
export function notFound(noun: string) {
  return new ProblemError(404, 'not_found', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`)
}

/**
 * Returns the error response for a removed resource.
 * @param noun the removed resource, such as `book`
 */
export function gone(noun: string) {
  return new ProblemError(410, 'gone', `This ${noun} was removed`)
}

/** Resolves with undefined if the lookup rejects with a 404 problem. */
export async function ignoreNotFound<Result>(lookup: Promise<Result>): Promise<Result | undefined> {
  try {
    return await lookup
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  }
}

export function conflict(title: string, detail?: string) {
  return new ProblemError(409, 'conflict', title, { detail })
}

export function tooManyRequests(title: string, waitSeconds: number, { detail, errors }: { detail: string; errors?: FieldError[] }) {
  return new ProblemError(429, 'too_many_requests', title, {
    detail,
    errors,
    headers: { 'retry-after': String(waitSeconds) },
  })
}

export function unavailable(
  title: string,
  { retryAfterSeconds, ...options }: { retryAfterSeconds: number; detail?: string; cause?: unknown },
) {
  return new ProblemError(503, 'unavailable', title, {
    ...options,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

export function insufficientStorage(detail: string) {
  return new ProblemError(507, 'insufficient_storage', 'The server is out of storage', { detail })
}

export function forbidden(title: string) {
  return new ProblemError(403, 'forbidden', title)
}

export function unauthenticated(title = 'Sign in first') {
  return new ProblemError(401, 'unauthenticated', title, { headers: { 'www-authenticate': 'Bearer' } })
}

/** Returns the error response for a file that exceeds its size limit. `field` is the form field of the file. */
export function fileTooLarge(field: string, limitBytes: number) {
  const limit = `${Math.round(limitBytes / 1024 / 1024)} MB`
  return new ProblemError(413, 'payload_too_large', `The file is larger than ${limit}`, {
    errors: [{ field, message: `Choose a file of at most ${limit}.` }],
  })
}

export function wrongFileType(field: string, message: string) {
  return new ProblemError(415, 'unsupported_media_type', 'This file type is not supported', { errors: [{ field, message }] })
}

/** Returns the error response for a file of the right type that is damaged, empty or too large to process. */
export function unreadableFile(field: string, message: string) {
  return new ProblemError(400, 'unreadable_file', 'The file can’t be read', { errors: [{ field, message }] })
}

/** Returns the error response for a file that opens only with a password. A client may send the file again with a confirming field. */
export function passwordNeeded(title: string, detail: string) {
  return new ProblemError(409, 'password_needed', title, { detail })
}

/** Error in a command that operators run. The message explains the error completely to the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/**
 * Exit code EX_CONFIG of sysexits.h: a setting is missing or invalid, so a restart would also fail. The systemd unit does not restart the
 * server on this code.
 */
export const SETTINGS_EXIT_CODE = 78

/** Error in a setting that has to be changed before the server can start. */
export class SettingsError extends CommandError {
  override name = 'SettingsError'
}
