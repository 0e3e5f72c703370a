import type { FastifyInstance } from 'fastify'

/**
 * Collects the methods of routes that are registered from here on, to distinguish an unknown path from an unsupported method. Returns a
 * function that lists the methods of the routes whose pattern a path matches.
 */
export function collectAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // Preflight requests, which have no path of their own
    if (url !== '*') routes.push({ pattern: toPattern(url), methods: [method].flat() })
  })
  return (path) => {
    const methods = routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
    return [...new Set(methods)].toSorted()
  }
}

function toPattern(url: string): RegExp {
  // The wildcard of the pages leaves out the API.
  if (url === '/*') return /^\/(?!api(\/|$))/
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+?').replaceAll('*', '.*')}$`)
}
