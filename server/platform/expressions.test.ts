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
  'web/build/fallback-units.ts': 'styles of the product',
  'web/lib/api/api.ts': 'a header of the product',
  'web/public-manifest.ts': 'the list of built files',
}

/** Files that construct an expression, and the parts of which it consists. None is a text from outside. */
const CONSTRUCTED: Record<string, string> = {
  'server/platform/http/error-handlers.ts': 'URLs of the routes, escaped; a parameter ends at a slash, and a wildcard at the end',
  'server/platform/lists/marked-text.ts': 'two control characters',
  'web/lib/access/use-open-at-hash.ts': 'the names page and t',
  'web/lib/downloads/app-files.ts': 'a constant name',
}

type Node = Record<string, unknown>
type Expression = { pattern: string; flags: string; paths: string[] }

/** Calls a function for each node of the syntax trees of the sources, without tests. */
function visitSources(onNode: (node: Node, path: string) => void): void {
  for (const path of globSync(ROOTS).filter((each) => !/\.test\.tsx?$/.test(each))) {
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      onNode(node as Node, path)
      for (const child of Object.values(node)) visit(child)
    }
    visit(parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  }
}

/** Collects the regular expressions of the sources, each once. */
function listExpressions(): Expression[] {
  const found = new Map<string, Expression>()
  visitSources(({ regex }, path) => {
    if (!regex || BOUNDED[path] !== undefined) return
    const { pattern, flags } = regex as Omit<Expression, 'paths'>
    const key = `/${pattern}/${flags}`
    found.set(key, { pattern, flags, paths: [...(found.get(key)?.paths ?? []), path] })
  })
  return [...found.values()]
}

test('every regular expression that may see a text from outside takes linear time', async () => {
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

test('only known files construct an expression', () => {
  const paths = new Set<string>()
  visitSources(({ type, callee }, path) => {
    const isCall = type === 'NewExpression' || type === 'CallExpression'
    if (isCall && (callee as Node).name === 'RegExp') paths.add(path)
  })
  expect([...paths].sort()).toEqual(Object.keys(CONSTRUCTED))
})
