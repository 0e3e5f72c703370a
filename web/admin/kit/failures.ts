import type { Problem } from '#contracts/common/problem.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { toast } from '#web/lib/toast.ts'

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.problem.status === status
}

/** Returns the API's error messages about individual fields. */
export function errorsOf(error: unknown): NonNullable<Problem['errors']> {
  return error instanceof ApiError ? (error.problem.errors ?? []) : []
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Shows an error toast unless the request was aborted. `action` identifies the toast for `clearFailure`. */
export function toastFailure(error: unknown, text: string, action = text, options: Parameters<typeof toast>[1] = {}): void {
  if (!isAborted(error)) toast.error(text, { ...options, id: action })
}

/** Removes the error toast of an action after the action has succeeded. */
export function clearFailure(action: string): void {
  toast.remove(action)
}

/** Codes of server errors whose messages tell the administrator what to do. */
const EXPLAINED_CODES = ['insufficient_storage', 'unavailable']

/** Describes the failure of an API call to the administrator. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The server could not be reached. Check the connection and try again.'
  if ((error.problem.status >= 500 && !EXPLAINED_CODES.includes(error.problem.code)) || !error.problem.title)
    return 'The server could not do this right now. Please try again in a moment.'
  return joinSentences(error.problem.title, error.problem.detail)
}
