import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { faq } from './faq.ts'
import { founderTexts } from './founder-texts.ts'
import { programTexts } from './program-texts.ts'
import { publishing } from './publishing.ts'
import { site } from './site.ts'

/** Exports of each file, by file name. */
const FILES = {
  'faq.ts': { faq },
  'founder-texts.ts': { founderTexts },
  'program-texts.ts': { programTexts },
  'publishing.ts': { publishing },
  'site.ts': { site },
}

/**
 * Vite plugin that serves the validated settings to browsers as plain data, so that the schemas and the validation library stay on the
 * server.
 */
export function siteSettings(): Plugin {
  const plain = new Map(
    Object.entries(FILES).map(([file, exported]) => [
      fileURLToPath(new URL(file, import.meta.url)),
      Object.entries(exported)
        .map(([name, settings]) => `export const ${name} = ${JSON.stringify(settings)}`)
        .join('\n'),
    ]),
  )
  return {
    name: 'site-settings',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => plain.get(id),
  }
}
