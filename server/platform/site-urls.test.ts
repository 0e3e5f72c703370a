import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const BUILDER = 'server/platform/site-urls.ts'
const ADDRESS = '(?:publicUrl|publicApiUrl|siteUrl|siteOrigin|apiUrl|urls\\.origin)'
const RULES: { what: string; pattern: RegExp; allowed: string[] }[] = [
  { what: 'continues an address of the site in a template', pattern: new RegExp(`\\$\\{${ADDRESS}\\}[/$]`), allowed: [BUILDER] },
  { what: 'adds a path to an address of the site', pattern: new RegExp(`\\b${ADDRESS} \\+ `), allowed: [BUILDER] },
  { what: 'reads the origin of a request', pattern: /requestOrigin\(/, allowed: [BUILDER, 'request-origin.ts', 'page-url.ts'] },
  {
    what: 'names a path of the API',
    pattern: /[`'"}]\/api\/[\w$]/,
    // The listed files name API paths for purposes other than URLs in responses: for requests, including those of the server itself, as the path
    // of a cookie, or as a cache key.
    allowed: ['server/boot/app.ts', 'server/boot/run.ts', 'starting-server.ts', 'sessions.routes.ts', 'search.routes.ts'],
  },
]

test.each(RULES)('no file but site-urls.ts $what', ({ pattern, allowed }) => {
  const found = globSync('server/**/*.ts', { cwd: ROOT }).filter((path) => {
    if (path.endsWith('.test.ts') || allowed.some((name) => path.endsWith(name))) return false
    const code = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
    return pattern.test(code)
  })
  expect(found).toEqual([])
})
