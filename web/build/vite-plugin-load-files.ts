import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Id of Vite's module that wraps each dynamic import */
const HELPER = '\0vite/preload-helper.js'
const MODULE = fileURLToPath(new URL('../lib/load-files.ts', import.meta.url))

/** Vite plugin that replaces the helper for dynamic imports, which preloads files, by one that can retry after a failure. */
export function loadFiles(): Plugin {
  return {
    name: 'lectern:load-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? `export { loadWithFiles as __vitePreload } from ${JSON.stringify(MODULE)}` : undefined),
  }
}
