import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Vite's name for the module that is called around each dynamic import */
const HELPER = '\0vite/preload-helper.js'
const MODULE = fileURLToPath(new URL('./lib/load-files.ts', import.meta.url))

/** Replaces Vite's helper, which preloads the files of dynamic imports, with one that can retry after a failure. */
export function loadFiles(): Plugin {
  return {
    name: 'lectern:load-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? `export { loadWithFiles as __vitePreload } from ${JSON.stringify(MODULE)}` : undefined),
  }
}
