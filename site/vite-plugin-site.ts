import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { faq } from './faq.ts'
import { publishing } from './publishing.ts'
import { site } from './site.ts'

/** Gives browsers the checked settings as plain data: the checking, and the library that does it, stay on the server. */
export function siteSettings(): Plugin {
  const plain = new Map(
    Object.entries({ faq, site, publishing }).map(([name, settings]) => [
      fileURLToPath(new URL(`${name}.ts`, import.meta.url)),
      `export const ${name} = ${JSON.stringify(settings)}`,
    ]),
  )
  return {
    name: 'site-settings',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => plain.get(id),
  }
}
