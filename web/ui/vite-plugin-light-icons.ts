import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('light-icon.ts', import.meta.url))

/** Builds lucide's icons with light-icon.ts: lucide's own code would add a kilobyte to every page. */
export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => own },
  }
}
