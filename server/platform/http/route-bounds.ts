import type { RouteOptions } from 'fastify'
import type { App } from './server.ts'

/**
 * Limits the work that one network can cause with a public route, at the cost of others:
 * - `cached`: the body is made once, in a queue that is fair by network, and sent from memory
 * - `in turn`: each request takes its turn in a queue that is fair by network
 * - `limited`: a network may do it so often in a time, or so often at a time
 * - `constant`: every request costs as little as the reason says, whatever is stored
 */
export type RouteBound = 'cached' | 'in turn' | 'limited' | { constant: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route that needs no sign-in */
    bound?: RouteBound
  }
}

const DESCRIPTIONS = {
  cached: 'Cached; requests that miss the cache take turns by network, and get 503 when too many wait.',
  'in turn': 'Requests take turns by network, and get 503 when too many wait.',
  limited: 'Limited by network: 429 with Retry-After when it is done too often.',
}

export function describeBound(bound: RouteBound): string {
  return typeof bound === 'string' ? DESCRIPTIONS[bound] : `Costs the same for every request: ${bound.constant}.`
}

/** Declares the bound of all routes that are registered in this scope from here on and have none of their own. */
export function setBound(app: App, bound: RouteBound) {
  app.addHook('onRoute', (route) => {
    route.config = { bound, ...route.config }
  })
}

/** Lets no app start with a public route that declares no bound. Must be called before routes are registered. */
export function requireBounds(app: App) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // Hooks of scopes have changed the routes by then.
  app.addHook('onReady', async () => {
    const unbound = routes.filter(({ method, config, schema }) => method !== 'OPTIONS' && !schema?.security && !config?.bound)
    if (unbound.length === 0) return
    const names = unbound.map(({ method, url }) => `${[method].flat().join('/')} ${url}`)
    throw new Error(`Public routes without config.bound, which limits the work that one network can cause: ${names.join(', ')}`)
  })
}
