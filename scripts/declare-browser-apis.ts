import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { CompatData } from '@mdn/browser-compat-data'
import { declareBrowserApis } from './support/browser-types.ts'

/** Writes the DOM declarations with which `tsconfig.browser.json` checks the browser code. */
const require = createRequire(import.meta.url)
// TypeScript's declarations are in the platform-specific package of its compiler.
const compiler = `@typescript/typescript-${process.platform}-${process.arch}/package.json`
const library = dirname(createRequire(require.resolve('typescript/package.json')).resolve(compiler))
const dom = await readFile(join(library, 'lib/lib.dom.d.ts'), 'utf8')
const { text } = declareBrowserApis(dom, require('@mdn/browser-compat-data') as CompatData)
// Segmenter becomes optional, because Firefox lacks it before version 125; Firefox supports all other APIs of these declarations.
const intl = (await readFile(join(library, 'lib/lib.es2022.intl.d.ts'), 'utf8')).replace(
  /(const Segmenter: \{.*?\n {4}\});/s,
  '$1 | undefined;',
)
await mkdir('.react-router', { recursive: true })
await writeFile('.react-router/browser-apis.d.ts', text + intl)
