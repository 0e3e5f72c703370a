import type { CachePrefix } from '#contracts/browser-storage.ts'
import type { WorkerScope } from './worker-scope.ts'

/** The service worker of a site that wants none (SERVICE_WORKER=off): it replaces the one before and removes itself, with all it kept. */
export function removeWorker() {
  const worker = self as unknown as WorkerScope
  const PREFIX: CachePrefix = 'offline '

  async function remove() {
    for (const key of await caches.keys()) if (key.startsWith(PREFIX)) await caches.delete(key)
    await worker.registration.unregister()
  }

  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) => event.waitUntil(remove()))
}
