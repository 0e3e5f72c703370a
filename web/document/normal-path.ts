import { matchRoutes, type RouteObject } from 'react-router'

type ServerRoutes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean } | undefined>

/**
 * Creates a function that returns a page's canonical path: without a trailing slash, and with fixed segments in the spelling of the routes.
 * React Router also matches other spellings, which search engines would treat as separate pages.
 */
export function createNormalPath(routes: ServerRoutes): (path: string) => string {
  const tree = childrenOf(routes, undefined)
  return (path) => {
    if (path.endsWith('.data')) return path
    const matches = matchRoutes(tree, path) ?? []
    // Route parameter of paths with a single segment: the founder's page or a missing page
    const page = matches.at(-1)?.params.page?.toLowerCase()
    if (page !== undefined) return page.startsWith('books-by-') ? `/${encodeURIComponent(page)}` : path
    const pattern = matches.flatMap(({ route }) => route.path?.split('/').filter(Boolean) ?? [])
    // The path matches no page.
    if (pattern.includes('*')) return path
    const segments = path.split('/').filter(Boolean)
    return `/${pattern.map((name, index) => (name.startsWith(':') ? segments[index] : name)).join('/')}`
  }
}

function childrenOf(routes: ServerRoutes, parent: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }]
  })
}
