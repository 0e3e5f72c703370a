import type { CacheName } from '#contracts/browser-storage.ts'
import { dropOldFiles, storeApp } from '#web/lib/shelf/app-files.ts'
import { deleteOldCaches, KEPT_MEDIA, OFFLINE_PAGE, openAppCache, SHELF_PAGE } from '#web/lib/shelf/cache-storage.ts'
import { answerKeptMedia } from './kept-media.ts'
import { answerPage, isPublicPage } from './seen-pages.ts'
import type { WorkerScope } from './worker-scope.ts'

/*
 * The service worker. Pages come from the network as ever; without a line, from what was seen before, or `/offline` stands in their
 * place. It answers for what is kept on the shelf, and leaves alone all that is money, access, administration or data.
 */
const scope = self as unknown as WorkerScope

async function install() {
  const app = await openAppCache()
  await app.add(new Request(OFFLINE_PAGE, { cache: 'reload' }))
  if (await app.match(SHELF_PAGE)) await storeApp({ withPdf: false })
  // As long as nothing is kept, no open page depends on the worker that is there.
  else await scope.skipWaiting()
}

/** Once no page is open that the worker before has served. */
async function activate() {
  await deleteOldCaches()
  await dropOldFiles()
  // Without it, a page would not be asked for until the worker has started.
  await scope.registration.navigationPreload?.enable()
  // The page that keeps something reads it at once.
  await scope.clients.claim()
}

async function answerFile(request: Request): Promise<Response> {
  return (await (await openAppCache()).match(request.url)) ?? fetch(request)
}

scope.addEventListener('install', (event) => {
  event.waitUntil(install())
  // In browsers that know how, other requests don't wait for the worker to start, and built files come from the cache without it.
  const modes = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }))
  event
    .addRoutes?.([
      { condition: { urlPattern: { pathname: `${KEPT_MEDIA}*` } }, source: 'fetch-event' },
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
  if (pathname.startsWith(KEPT_MEDIA)) return event.respondWith(answerKeptMedia(request, scope.apiBase))
  if (request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) return event.respondWith(answerFile(request))
  if (request.mode === 'navigate' && isPublicPage(pathname)) event.respondWith(answerPage(event))
})
