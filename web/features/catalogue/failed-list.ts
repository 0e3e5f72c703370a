import { isRouteErrorResponse } from 'react-router'
import { type Filters, readFilters } from './filters.ts'

/** What the address of a catalogue's page asks for. */
export function readWish(request: Request): { filters: Filters; cursor: string | undefined; later: boolean } {
  const params = new URL(request.url).searchParams
  const cursor = params.get('cursor') ?? undefined
  return { filters: readFilters(params), cursor, later: cursor !== undefined }
}

/**
 * What the server answers, or, when it can't be reached, the same page with a list that failed: hero, search box and whatever plays
 * stay, and the list says it.
 */
export async function orFailedList<Data>(answer: Promise<Data>, request: Request) {
  try {
    return await answer
  } catch (error) {
    const meant = error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)
    if (meant || request.signal.aborted) throw error
    console.warn(error)
    const page: Promise<never> = Promise.reject(error)
    // It is looked at only once the page is drawn.
    page.catch(() => {})
    const { filters, later } = readWish(request)
    return { filters, later, page }
  }
}
