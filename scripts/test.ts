import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describeMissingEngines } from '#tests/support/engines/programs.ts'
import type { RunResults } from '#tests/support/run-report.ts'

/**
 * Runs the checks and tests of `npm test`; with `--full` those of `npm run test:full`; with `--watch`, or with parts of paths as arguments,
 * the tests of the matching files. Ends with the total: `N passed, N failed`.
 */
const CHECKS = [
  ['types', 'npm', 'run', '--silent', 'typecheck'],
  ['lint', 'biome', 'check', '.'],
  ['import boundaries', 'node', 'scripts/check-boundaries.ts'],
  ['wording', 'node', 'scripts/check-wording.ts'],
] as const
const FULL_CHECKS = [
  // Route types are generated first, since routes import them.
  ['types of routes', 'react-router', 'typegen'],
  ['nothing unused', 'knip', '--no-progress'],
] as const
const COMPONENT = ['--project=component']
const UNIT = ['--project=unit', '--project=unit-isolated']
const JOURNEYS = ['--project=e2e']

const options = process.argv.slice(2)
const [isFull, isWatch] = ['--full', '--watch'].map((name) => options.includes(name))
const words = options.filter((option) => !['--full', '--watch'].includes(option))

// Only browser tests of the whole site require a build.
const needsBuild = words.length === 0 || globSync('tests/**/*.test.ts').some((path) => words.some((word) => path.includes(word)))
if (isWatch) process.exit(spawnSync('vitest', ['watch', ...UNIT, ...COMPONENT, ...words], { stdio: 'inherit' }).status ?? 1)

const results: RunResults = { passed: 0, failed: 0, skipped: 0, failures: [] }
let hasTests = false
// Component tests use the processor while the pages are built, and while other tests wait for databases and servers to start.
await Promise.all([
  words.length === 0 ? runChecks(isFull ? FULL_CHECKS : CHECKS) : undefined,
  build().then(() => runTests([...UNIT, ...JOURNEYS], 'inherit')),
  runTests(COMPONENT, 'pipe'),
])
if (isFull && words.length === 0) await runTests(JOURNEYS, 'inherit', { tags: 'oldest', env: { CHROMIUM_PATH: await oldestChromium() } })
if (!hasTests) results.failed += 1
// Failures are repeated at the end of the output, where they are easy to find: first with their messages, then one line for each.
if (results.failures.length > 0) {
  const lines = results.failures.flatMap((failure) => failure.split('\n', 1))
  console.log(['Failed', ...results.failures, '', 'Failed, in short', ...lines].join('\n'))
}
if (isFull || words.includes('tests/engines')) for (const line of describeMissingEngines()) console.log(line)
if (results.skipped > 0 && !isFull && words.length === 0) console.log(`${results.skipped} skipped, most of them tests of npm run test:full`)
console.log(`${results.passed} passed, ${results.failed} failed`)
process.exit(results.failed === 0 ? 0 : 1)

async function build() {
  if (!needsBuild) return
  const { status } = await run('node', ['scripts/prepare.mjs', '--build'], 'inherit')
  if (status !== 0) process.exit(1)
}

async function runChecks(checks: readonly (readonly [name: string, program: string, ...args: string[]])[]) {
  for (const [name, program, ...args] of checks) {
    const { status, output } = await run(program, args)
    results[status === 0 ? 'passed' : 'failed'] += 1
    console.log(status === 0 ? `✓ ${name}` : `${output}✗ ${name}`)
    if (status !== 0) results.failures.push(`  ${name}\n${output}`)
  }
}

/** Returns the path of Chromium 109, the oldest version available as a package, although Chrome 100 is already supported. */
async function oldestChromium(): Promise<string> {
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

async function runTests(
  projects: string[],
  stdio: 'pipe' | 'inherit',
  { tags = isFull ? 'full or property' : '!full', env: more = {} }: { tags?: string; env?: Record<string, string> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-results-'))
  const file = join(folder, 'results.json')
  const tier = words.length > 0 ? words : [`--tags-filter=${tags}`]
  const env = { TEST_RESULTS: file, ...(isFull && { TEST_FULL: '1' }), ...more }
  const { status, output } = await run('vitest', ['run', '--passWithNoTests', ...projects, ...tier], stdio, env)
  console.log(output)
  const tests = await readFile(file, 'utf8').then(
    (json) => JSON.parse(json) as RunResults,
    () => ({ passed: 0, failed: 0, skipped: 0, failures: [] }),
  )
  await rm(folder, { recursive: true, force: true })
  results.passed += tests.passed
  // A test run that ended early counts as one failure, since it has no failed test to count.
  results.failed += Math.max(tests.failed, status === 0 ? 0 : 1)
  results.failures.push(...tests.failures)
  results.skipped += tests.skipped
  hasTests ||= tests.passed + tests.failed + tests.skipped > 0
}

/** Runs a program. Returns its status and, unless stdio is inherited, its output. */
async function run(program: string, args: readonly string[], stdio: 'pipe' | 'inherit' = 'pipe', env: Record<string, string> = {}) {
  const child = spawn(program, args, { stdio: ['ignore', stdio, stdio], env: { ...process.env, ...env } })
  const [status, ...output] = await Promise.all([
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    }),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ])
  return { status, output: output.join('') }
}
