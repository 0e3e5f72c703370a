import type { CacheName } from '#contracts/common/browser-storage.ts'
import { dropOldFiles, storeApp } from '#web/lib/downloads/app-files.ts'
import { DOWNLOADED_MEDIA, deleteOldCaches, OFFLINE_PAGE, openAppCache, SHELF_PAGE } from '#web/lib/storage/cache-storage.ts'
import { serveDownloadedMedia } from './downloaded-media.ts'
import { answerPage, isPublicPage } from './seen-pages.ts'
import type { WorkerScope } from './worker-scope.ts'

/* Service worker of the site. Fetches pages from the network; while offline, returns a page as last visited, or else `/offline`. Returns
   the downloads of the offline library. Does not handle payments, access, administration or data. */
const scope = self as unknown as WorkerScope

async function install() {
  const app = await openAppCache()
  await app.add(new Request(OFFLINE_PAGE, { cache: 'reload' }))
  if (await app.match(SHELF_PAGE)) await storeApp({ withPdf: false })
  // Without downloads, no open page depends on the active worker, so the new worker is activated immediately.
  else await scope.skipWaiting()
}

/** Runs once no open page is controlled by the previous service worker, or immediately without downloads. */
async function activate() {
  await deleteOldCaches()
  await dropOldFiles()
  // Navigation preload requests a page while the worker is still starting.
  await scope.registration.navigationPreload?.enable()
  // Open pages are claimed immediately, since a page that downloads an item reads the download right away.
  await scope.clients.claim()
}

async function answerFile(request: Request): Promise<Response> {
  return (await (await openAppCache()).match(request.url)) ?? fetch(request)
}

scope.addEventListener('install', (event) => {
  event.waitUntil(install())
  // In browsers with static routing, only downloads and page navigations start the worker. Built files come from the cache, and other
  // requests go directly to the network.
  const modes = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }))
  event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: `${DOWNLOADED_MEDIA}*` } }, source: 'fetch-event' },
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: 'app' satisfies CacheName } },
      { condition: { or: modes }, source: 'network' },
    ])
    .catch(() => {})
})
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (pathname.startsWith(DOWNLOADED_MEDIA)) return event.respondWith(serveDownloadedMedia(request, scope.apiBase))
  if (request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) return event.respondWith(answerFile(request))
  if (request.mode === 'navigate' && isPublicPage(pathname)) event.respondWith(answerPage(event))
})
