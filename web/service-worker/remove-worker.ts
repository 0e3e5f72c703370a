import type { WorkerScope } from './worker-scope.ts'

/**
 * The service worker of a site that wants none (SERVICE_WORKER=off): it replaces the one before at once and removes itself, with all that
 * is kept, which without a worker could neither be opened nor be checked. Sent as its own source, so that it works whatever the build did.
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
