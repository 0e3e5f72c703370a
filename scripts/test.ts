import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Runs all checks and tests, and ends with their sum: `N passed, N failed`. */
const checks = [
  ['types', 'npm', 'run', '--silent', 'typecheck'],
  ['lint', 'biome', 'check', '.'],
  ['import boundaries', 'node', 'scripts/check-boundaries.ts'],
  ['nothing unused', 'knip', '--no-progress'],
] as const

const results = { passed: 0, failed: 0 }
// Beside the first tests, which wait for a database to be made.
await Promise.all([runChecks(), runTests()])
console.log(`${results.passed} passed, ${results.failed} failed`)
process.exit(results.failed === 0 ? 0 : 1)

async function runChecks() {
  for (const [name, program, ...args] of checks) {
    const { status, output } = await run(program, args)
    results[status === 0 ? 'passed' : 'failed'] += 1
    console.log(status === 0 ? `✓ ${name}` : `${output}✗ ${name}`)
  }
}

async function runTests() {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-results-'))
  const report = join(folder, 'report.json')
  const reporters = ['default', './tests/support/retry-reporter.ts', 'json'].map((name) => `--reporter=${name}`)
  const { status } = await run('vitest', ['run', ...reporters, `--outputFile.json=${report}`], 'inherit')
  const tests = await readFile(report, 'utf8').then(
    (json) => JSON.parse(json) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; numPendingTests: number },
    () => undefined,
  )
  await rm(folder, { recursive: true, force: true })
  results.passed += tests?.numPassedTests ?? 0
  // A file that could not be loaded, or a run that ended early, has no failed test to count.
  results.failed += Math.max(tests?.numFailedTests ?? 0, status === 0 ? 0 : 1)
  if (!tests || tests.numPassedTests === 0) results.failed += 1
  if (tests && tests.numPendingTests > 0) console.log(`${tests.numPendingTests} skipped`)
}

/** Its output, too, unless it goes to the terminal as it comes. */
async function run(program: string, args: readonly string[], stdio: 'pipe' | 'inherit' = 'pipe') {
  const child = spawn(program, args, { stdio: ['ignore', stdio, stdio] })
  const [status, ...output] = await Promise.all([
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    }),
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
  ])
  return { status, output: output.join('') }
}
