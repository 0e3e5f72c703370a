/** Members of `ServiceWorkerGlobalScope` that the service workers use. TypeScript's own types conflict with the types of pages. */
export type WorkerScope = {
  addEventListener: <Name extends keyof WorkerEvents>(name: Name, listen: (event: WorkerEvents[Name]) => void) => void
  skipWaiting: () => Promise<void>
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  /** The API's URL, set at the top of the script */
  apiBase: string
}

type Waiting = { waitUntil: (work: Promise<unknown>) => void }
type Route = { condition: object; source: 'network' | 'fetch-event' | { cacheName: string } }
type WorkerEvents = {
  install: Waiting & { addRoutes?: (rules: Route[]) => Promise<void> }
  activate: Waiting
  fetch: Waiting & { request: Request; preloadResponse?: Promise<Response | undefined>; respondWith: (response: Promise<Response>) => void }
}
