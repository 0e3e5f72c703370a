import type { Page } from '#contracts/list.ts'
import { ApiError } from './api.ts'

/** The list, or an empty one when it can't be had: visitors see a page without it, the log says why. */
export async function listOrEmpty<List extends Page<unknown>>(list: Promise<List>): Promise<List | Page<never>> {
  try {
    return await list
  } catch (error) {
    // What the API refuses for the moment, it says itself.
    if (!(error instanceof ApiError && error.problem.status === 503 && error.problem.code === 'unavailable')) console.error(error)
    return { items: [], total: 0 }
  }
}
