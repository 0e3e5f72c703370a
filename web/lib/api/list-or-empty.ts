import type { Page } from '#contracts/common/list.ts'
import { ApiError } from './api.ts'

/** Empty result in place of a list that failed to load */
export type FailedList = Page<never> & { failed: true }
/** Result of a list request. `respelt` is the spelling that was searched instead, because the visitor's spelling has no matches. */
export type ListResult<Item> = Page<Item> & { failed?: true; respelt?: string }

/** Returns an empty list if a list fails to load: the page is rendered without the list, and the error is logged. */
export async function listOrEmpty<List extends ListResult<unknown>>(list: Promise<List>): Promise<List | FailedList> {
  try {
    return await list
  } catch (error) {
    if (!isReportedElsewhere(error)) console.error(error)
    return { items: [], total: 0, failed: true }
  }
}

/**
 * Returns whether an error needs no log entry: on the server, the API already logs its own unavailability; in a browser, leaving a page
 * aborts its requests.
 */
function isReportedElsewhere(error: unknown): boolean {
  if (!import.meta.env.SSR) return (error as Error).name === 'AbortError'
  return error instanceof ApiError && error.problem.status === 503 && error.problem.code === 'unavailable'
}
