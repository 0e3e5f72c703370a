import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const stub = fileURLToPath(new URL('./unused-router-parts.ts', import.meta.url))

/** Replaces modules of React Router that the app's settings never use, and that every page would load, by a stub. */
export function unusedRouterParts(): Plugin {
  return {
    name: 'lectern:unused-router-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { filter: { id: /\/(fog-of-war|instrumentation)\.js$/ }, handler: () => stub },
  }
}
