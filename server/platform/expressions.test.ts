import { globSync, readFileSync } from 'node:fs'
import { check } from 'recheck'
import { parseAst } from 'vite'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 600_000 })

const ROOTS = '{server,contracts,web}/**/*.{ts,tsx}'
const AT_ONCE = 4
/** The check never ends early on a slow machine. */
const NO_TIMEOUTS = { timeout: null, attackTimeout: null, incubationTimeout: null }

/**
 * Expressions that take more than linear time on long texts, and why they never see one. An expression that sees a text from outside does
 * not belong here, unless the text is short: rewrite the expression, or compare the length first.
 */
const BOUNDED: Record<string, string> = {
  'contracts/catalogue/transcripts/entities.ts': 'a constant',
  'contracts/listening/duration.ts': '100 characters',
  'contracts/shop/money.ts': '100 characters',
  'server/boot/load-site-files.ts': 'a stack trace of the operator’s files',
  'server/config.ts': 'settings',
  'server/pdf-reflow/find-contents.ts': '500 characters',
  'server/platform/pages/page-documents.ts': 'pages that the product rendered',
  'server/unknown-settings.ts': 'names of settings, 60 characters',
  'web/document/scripts-after-paint.ts': 'pages that the product rendered',
  'web/fallback-units.ts': 'styles of the product',
  'web/lib/api/api.ts': 'a header of the product',
  'web/public-manifest.ts': 'the list of built files',
}

type Expression = { pattern: string; flags: string; paths: string[] }

/** Collects the regular expressions of the sources, each once. */
function listExpressions(): Expression[] {
  const found = new Map<string, Expression>()
  const paths = globSync(ROOTS).filter((path) => !/\.test\.tsx?$/.test(path) && BOUNDED[path] === undefined)
  for (const path of paths) {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if ('regex' in node && node.regex) {
        const { pattern, flags } = node.regex as Omit<Expression, 'paths'>
        const key = `/${pattern}/${flags}`
        found.set(key, { pattern, flags, paths: [...(found.get(key)?.paths ?? []), path] })
      }
      for (const child of Object.values(node)) visit(child)
    }
    visit(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  }
  return [...found.values()]
}

test('every regular expression that may see a text from outside takes linear time', { tags: ['full'] }, async () => {
  const expressions = listExpressions()
  expect(expressions.length).toBeGreaterThan(300)
  const faults: string[] = []
  const waiting = expressions.values()
  const work = async () => {
    for (const { pattern, flags, paths } of waiting) {
      const found = await check(pattern, flags.replace('v', 'u'), NO_TIMEOUTS)
      const summary = found.status === 'vulnerable' ? found.complexity.summary : found.status
      if (found.status !== 'safe') faults.push(`/${pattern}/${flags} is ${summary} (${[...new Set(paths)].join(', ')})`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(faults).toEqual([])
})

test('each file with a bounded expression exists', () => {
  expect(Object.keys(BOUNDED).filter((path) => !globSync(path).length)).toEqual([])
})
