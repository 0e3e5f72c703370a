import { OFFLINE_PAGE, openAppCache, openPagesCache, SHELF_PAGE } from '#web/lib/storage/cache-storage.ts'
import { isFull } from '#web/lib/storage/is-full.ts'

const MAX_PAGES = 30
/** Time without a response after which the offline library page is returned from the cache, in ms. */
const SHELF_WAIT_MS = 4000
/** Paths of pages that are never cached: payments, access, administration, data, personal pages, and preview links. */
const NOT_PUBLIC = /^\/(api|admin|checkout|sandbox-gateway|purchases|search|contact|preview)(\/|$)/
/** Paths of pages whose requests the service worker ignores. */
const NOT_OURS = /^\/(api|admin|checkout|sandbox-gateway)(\/|$)/

type Navigation = {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  waitUntil: (work: Promise<unknown>) => void
}

export const isPublicPage = (pathname: string) => !NOT_OURS.test(pathname)

/** Returns a page from the network. While offline, returns the page as last visited, or else the offline page. */
export async function answerPage(event: Navigation): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  const app = await openAppCache()
  const shelf = pathname === SHELF_PAGE ? await app.match(SHELF_PAGE) : undefined
  const fetched = fetchPage(event)
  try {
    const response = await (shelf ? Promise.race([fetched, failAfter(SHELF_WAIT_MS)]) : fetched)
    if (!NOT_PUBLIC.test(pathname) && pathname !== SHELF_PAGE) event.waitUntil(storePage(request.url, response.clone()).catch(ignoreFull))
    return response
  } catch (error) {
    // The rejection is ignored, since the request may fail after the time limit, when its result is no longer needed.
    fetched.catch(() => {})
    const instead = shelf ?? (await (await openPagesCache()).match(request.url)) ?? (await app.match(OFFLINE_PAGE))
    if (instead) return instead
    throw error
  }
}

async function fetchPage({ request, preloadResponse }: Navigation): Promise<Response> {
  const preloaded = await preloadResponse
  // A failed preload is an error response in Firefox, and a rejection elsewhere. The request below rejects.
  return preloaded && preloaded.type !== 'error' ? preloaded : fetch(request)
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No response in time')), ms))
}

/** Caches a page, marked with the current date, which the styles display while the visitor is offline. Removes the oldest pages. */
async function storePage(url: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  // Pages with unpublished changes have private responses and are not cached.
  const isPrivate = response.headers.get('cache-control')?.includes('private') ?? false
  if (response.status !== 200 || response.redirected || isPrivate || !type.startsWith('text/html')) return
  const html = (await response.text()).replace('<html ', `<html data-seen="${today()}" `)
  const pages = await openPagesCache()
  // The cached page is deleted before the new one is stored, so that the page becomes the newest entry in the cache.
  await pages.delete(url)
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  await pages.put(url, new Response(html, { headers }))
  const seen = await pages.keys()
  for (const oldest of seen.slice(0, Math.max(0, seen.length - MAX_PAGES))) await pages.delete(oldest)
}

/** A visited page that finds no room in storage is not offered offline. */
function ignoreFull(error: unknown): void {
  if (!isFull(error)) throw error
}

const today = () => new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })
