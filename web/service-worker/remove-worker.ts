import type { WorkerScope } from './worker-scope.ts'

/**
 * Service worker of a site with SERVICE_WORKER=off. Replaces the previous service worker immediately, then removes itself and all
 * downloads, which could neither be opened nor checked without a service worker. Sent as source code, so that it does not depend on the
 * build.
 */
export function removeWorker() {
  const worker = self as unknown as WorkerScope

  async function remove() {
    for (const name of await caches.keys()) await caches.delete(name)
    await worker.registration.unregister()
  }

  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
  worker.addEventListener('activate', (event) => event.waitUntil(remove()))
}
