import { OFFLINE_PAGE, openAppCache, openPagesCache, SHELF_PAGE } from '#web/lib/shelf/cache-storage.ts'

const MAX_PAGES = 30
/** A line that brings nothing within this time is none, for who has the shelf. */
const SHELF_WAIT_MS = 4000
/** Money, access, administration, data, and what is a visitor's own. */
const NOT_PUBLIC = /^\/(api|admin|checkout|sandbox-gateway|purchases|search|contact)(\/|$)/
/** Pages of which the worker does not even see the request. */
const NOT_OURS = /^\/(api|admin|checkout|sandbox-gateway)(\/|$)/

type Navigation = {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  waitUntil: (work: Promise<unknown>) => void
}

export const isPublicPage = (pathname: string) => !NOT_OURS.test(pathname)

/** From the network; without a line as it was seen, or the page that says so. */
export async function answerPage(event: Navigation): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  const app = await openAppCache()
  const shelf = pathname === SHELF_PAGE ? await app.match(SHELF_PAGE) : undefined
  const fetched = fetchPage(event)
  try {
    const response = await (shelf ? Promise.race([fetched, failAfter(SHELF_WAIT_MS)]) : fetched)
    if (!NOT_PUBLIC.test(pathname) && pathname !== SHELF_PAGE) event.waitUntil(storePage(request.url, response.clone()))
    return response
  } catch (error) {
    // When it fails later than the wait, nobody asks any more.
    fetched.catch(() => {})
    const instead = shelf ?? (await (await openPagesCache()).match(request.url)) ?? (await app.match(OFFLINE_PAGE))
    if (instead) return instead
    throw error
  }
}

async function fetchPage({ request, preloadResponse }: Navigation): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('Nothing came in time')), ms))
}

/** Marks the page with the day, which its styles show: it says without a line how old it is. The oldest pages go. */
async function storePage(url: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || response.redirected || !type.startsWith('text/html')) return
  const html = (await response.text()).replace('<html ', `<html data-seen="${today()}" `)
  const pages = await openPagesCache()
  // The newest stands last.
  await pages.delete(url)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  await pages.put(url, new Response(html, { headers }))
  const seen = await pages.keys()
  for (const oldest of seen.slice(0, Math.max(0, seen.length - MAX_PAGES))) await pages.delete(oldest)
}

const today = () => new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
