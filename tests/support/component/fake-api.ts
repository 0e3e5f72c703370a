import { vi } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { PAGE_SECTIONS } from '#contracts/site/site-content.ts'
import { defaultContent } from '#site/default-content.ts'

export type FakeApi = ReturnType<typeof openFakeApi>
type Respond = (url: URL, body: string | undefined) => unknown

const NO_ITEM = '00000000-0000-0000-0000-000000000000'
export const NO_DEMONSTRATION = { state: 'none', removed: { books: 0, episodes: 0, authors: 0 }, kept: [] }
const DEFAULTS: Record<string, unknown> = {
  ...Object.fromEntries(PAGE_SECTIONS.map((name) => [`/site/texts/${name}`, () => defaultContent[name]])),
  ...Object.fromEntries(defaultContent.programs.map((program) => [`/site/programs/${program.slug}`, program])),
  '/get-client-id': { clientId: '0192f0c1-0000-7000-8000-000000000001', known: false },
  '/demonstration': NO_DEMONSTRATION,
  '/search': { results: [], total: 0, nextPage: null, suggestion: null },
}

/**
 * Responds to the API calls of components. An array is served as a paged list, a `Response` unchanged, any other value as JSON; an unknown
 * path gets 404. An entry with a method, such as `DELETE /books/1`, takes precedence over `/books/1`. An entry that is a function receives
 * a form body as JSON. Admin routes of books and episodes respond like the public routes unless they have a separate entry. The real
 * `fetch` is restored after each test.
 */
export function openFakeApi(answers: Record<string, unknown> = {}) {
  const calls: string[] = []
  let held: Promise<void> | undefined
  let failing = false
  const fetchPicture = window.fetch.bind(window)

  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith('/api/')) return fetchPicture(input, init)
    const path = url.pathname.slice('/api'.length)
    calls.push(path + url.search)
    await Promise.race([held, aborted(init?.signal)])
    if (failing) return Response.json({}, { status: 503 })
    const ofVisitors = path.replace(/^\/admin\/(?=books|podcasts)/, '/')
    const found = answers[`${init?.method ?? 'GET'} ${path}`] ?? answers[path] ?? answers[ofVisitors] ?? DEFAULTS[path]
    const answer =
      typeof found === 'function' ? await Promise.race([(found as Respond)(url, toText(init?.body)), aborted(init?.signal)]) : found
    if (answer instanceof Response) return answer.clone()
    if (answer === undefined) return Response.json({}, { status: 404 })
    return Array.isArray(answer) ? pageOf(answer, url) : Response.json(answer)
  })

  return {
    calls,
    answers,
    /** Makes each call respond 503 while enabled */
    fail: (fails: boolean) => {
      failing = fails
    },
    /** Delays responses until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}

function toText(body: RequestInit['body']): string | undefined {
  return body instanceof FormData ? JSON.stringify(Object.fromEntries(body)) : body?.toString()
}

/** Builds an error response with a problem document, as the API sends it. */
export function refuse(status: number, code: Problem['code'], errors?: Problem['errors']): Response {
  return Response.json({ status, code, title: code, errors }, { status })
}

/** Returns a page of a list with the headers of the API; the cursor counts the items before the page. */
function pageOf(items: unknown[], { pathname, searchParams }: URL): Response {
  const from = Number.parseInt(searchParams.get('cursor') ?? '0', 10)
  const to = from + Number(searchParams.get('limit') ?? items.length)
  const headers = new Headers({ 'x-total-count': String(items.length) })
  if (to < items.length) headers.set('link', `<${pathname}?cursor=${to}.${NO_ITEM}>; rel="next"`)
  return Response.json(items.slice(from, to), { headers })
}

function aborted(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
