import type { Page } from '#contracts/common/list.ts'
import { ApiError } from './api.ts'

/** Result in place of a list that could not be loaded */
export type FailedList = Page<never> & { failed: true }
/** `respelt` is the spelling that was searched instead, because the visitor's own has no matches. */
export type ListResult<Item> = Page<Item> & { failed?: true; respelt?: string }

/** Returns an empty list if a list can't be loaded: the page is rendered without it, and the error is logged. */
export async function listOrEmpty<List extends ListResult<unknown>>(list: Promise<List>): Promise<List | FailedList> {
  try {
    return await list
  } catch (error) {
    if (!isReportedElsewhere(error)) console.error(error)
    return { items: [], total: 0, failed: true }
  }
}

/**
 * Returns whether the error needs no log entry: on the server, the API logs that it is unavailable; in a browser, leaving a page aborts its
 * requests.
 */
function isReportedElsewhere(error: unknown): boolean {
  if (!import.meta.env.SSR) return (error as Error).name === 'AbortError'
  return error instanceof ApiError && error.problem.status === 503 && error.problem.code === 'unavailable'
}
