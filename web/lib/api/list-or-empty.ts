import type { Page } from '#contracts/list.ts'
import { ApiError } from './api.ts'

/** Stands for a list that could not be had. */
export type FailedList = Page<never> & { failed: true }
/** A page of a list as pages show it. */
export type ListResult<Item> = Page<Item> & { failed?: true }

/** The list, or an empty one when it can't be had: visitors see a page without it, the log says why. */
export async function listOrEmpty<List extends ListResult<unknown>>(list: Promise<List>): Promise<List | FailedList> {
  try {
    return await list
  } catch (error) {
    if (!isReportedElsewhere(error)) console.error(error)
    return { items: [], total: 0, failed: true }
  }
}

/** What the API refuses for the moment, it says itself. In a browser, who went on has given up what was on its way. */
function isReportedElsewhere(error: unknown): boolean {
  if (!import.meta.env.SSR) return (error as Error).name === 'AbortError'
  return error instanceof ApiError && error.problem.status === 503 && error.problem.code === 'unavailable'
}
