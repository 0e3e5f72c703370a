import type { WorkerScope } from './worker-scope.ts'

/**
 * The service worker of a site that disables service workers (SERVICE_WORKER=off): replaces the previous worker immediately and removes
 * itself, with all downloads, which could neither be opened nor be checked without a worker. Sent as its own source, so that it does not
 * depend on the build.
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
