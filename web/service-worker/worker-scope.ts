/** What the workers use of `ServiceWorkerGlobalScope`. TypeScript's own types of it can't stand beside those of pages. */
export type WorkerScope = {
  addEventListener: <Name extends keyof WorkerEvents>(name: Name, listen: (event: WorkerEvents[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: ServiceWorkerRegistration
}

type Waiting = { waitUntil: (work: Promise<unknown>) => void }
type WorkerEvents = {
  install: Waiting & { addRoutes?: (rules: { condition: object; source: 'network' }[]) => Promise<void> }
  activate: Waiting
  fetch: { request: Request; preloadResponse?: Promise<Response | undefined>; respondWith: (response: Promise<Response>) => void }
}
