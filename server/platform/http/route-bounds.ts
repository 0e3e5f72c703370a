import type { RouteOptions } from 'fastify'
import type { App } from './server.ts'

/**
 * Bound of the work that one network can cause with a public route, so that other visitors are not affected. In addition, all statements
 * wait for a connection in a queue that is fair by network (`request-pool.ts`).
 * - `cached`: the body is generated once, in a queue that is fair by network, and sent from memory
 * - `in turn`: each request waits in a queue that is fair by network
 * - `limited`: the number of requests of a network is limited, per time or concurrently
 * - `constant`: every request costs as little as the reason states, independent of the amount of stored data
 */
export type RouteBound = 'cached' | 'in turn' | 'limited' | { constant: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bound of the work that a network can cause with the route; required for every route without sign-in */
    bound?: RouteBound
  }
}

const DESCRIPTIONS = {
  cached: 'Cached; requests that miss the cache are queued by network, and get 503 when too many are waiting.',
  'in turn': 'Requests are queued by network, and get 503 when too many are waiting.',
  limited: 'Limited by network: 429 with Retry-After above the limit.',
}

export function describeBound(bound: RouteBound): string {
  return typeof bound === 'string' ? DESCRIPTIONS[bound] : `Constant cost per request: ${bound.constant}.`
}

/** Declares the bound of routes that are registered in this scope afterwards. A route may declare its own bound instead. */
export function setBound(app: App, bound: RouteBound) {
  app.addHook('onRoute', (route) => {
    route.config = { bound, ...route.config }
  })
}

/** Prevents the server from starting with a public route that declares no bound. Must be called before routes are registered. */
export function requireBounds(app: App) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // The check for missing bounds runs in `onReady`, after the hooks of all scopes have changed the routes.
  app.addHook('onReady', async () => {
    const unbound = routes.filter(({ method, config, schema }) => method !== 'OPTIONS' && !schema?.security && !config?.bound)
    if (unbound.length === 0) return
    const names = unbound.map(({ method, url }) => `${[method].flat().join('/')} ${url}`)
    throw new Error(`Public routes without config.bound, which limits the work that one network can cause: ${names.join(', ')}`)
  })
}
