import type { CachePrefix } from '#contracts/browser-storage.ts'
import type { WorkerScope } from './worker-scope.ts'

/**
 * The service worker: pages come from the network as ever, and in place of one that can't come stands `/offline`, the only thing that
 * it keeps. Sent as its own source, so it must not reference anything outside itself. Written by hand, since Workbox would be twenty
 * times as long for one page. A worker that keeps no scripts may replace the one before at once: open pages don't depend on it.
 */
export function showOfflinePage(version: string) {
  const worker = self as unknown as WorkerScope
  const PREFIX: CachePrefix = 'offline '
  const PAGE = '/offline'
  const name = PREFIX + version
  /** Not even looked at: money, access, administration and data */
  const NOT_OURS = /^\/(api|admin|checkout|sandbox-gateway)(\/|$)/

  async function install() {
    const cache = await caches.open(name)
    await cache.add(new Request(PAGE, { cache: 'reload' }))
    await worker.skipWaiting()
  }

  async function activate() {
    for (const key of await caches.keys()) if (key.startsWith(PREFIX) && key !== name) await caches.delete(key)
    // Without it, a page would not be asked for until the worker has started.
    await worker.registration.navigationPreload?.enable()
  }

  async function answer(request: Request, preloaded: Promise<Response | undefined> | undefined): Promise<Response> {
    try {
      return (await preloaded) ?? (await fetch(request))
    } catch (error) {
      const page = await caches.match(PAGE, { cacheName: name })
      if (page) return page
      throw error
    }
  }

  worker.addEventListener('install', (event) => {
    event.waitUntil(install())
    // Scripts, pictures and data don't wait for the worker to start, in browsers that know how.
    const others = ['cors', 'no-cors', 'same-origin'].map((requestMode) => ({ requestMode }))
    event.addRoutes?.([{ condition: { or: others }, source: 'network' }])
  })
  worker.addEventListener('activate', (event) => event.waitUntil(activate()))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const isPage = request.mode === 'navigate' && request.method === 'GET'
    if (isPage && !NOT_OURS.test(new URL(request.url).pathname)) event.respondWith(answer(request, event.preloadResponse))
  })
}
