import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { site } from './site.ts'

/** Gives browsers the checked settings as plain data: the checking, and the library that does it, stay on the server. */
export function siteSettings(): Plugin {
  const file = fileURLToPath(new URL('site.ts', import.meta.url))
  return {
    name: 'site-settings',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      return id === file ? `export const site = ${JSON.stringify(site)}` : undefined
    },
  }
}
