import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs all checks and tests, and ends with their sum: `N passed, N failed`. */
const checks = [
  ['types', 'npm', 'run', '--silent', 'typecheck'],
  ['lint', 'biome', 'check', '.'],
  ['import boundaries', 'node', 'scripts/check-boundaries.ts'],
  ['nothing unused', 'knip', '--no-progress'],
] as const

const results = { passed: 0, failed: 0 }
for (const [name, program, ...args] of checks) {
  const ok = (await run(program, args)) === 0
  results[ok ? 'passed' : 'failed'] += 1
  console.log(`${ok ? '✓' : '✗'} ${name}`)
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-results-'))
const report = join(folder, 'report.json')
const reporters = ['default', './tests/support/second-try-reporter.ts', 'json'].map((name) => `--reporter=${name}`)
const status = await run('vitest', ['run', ...reporters, `--outputFile.json=${report}`])
const tests = await readFile(report, 'utf8').then(
  (text) => JSON.parse(text) as { numPassedTests: number; numFailedTests: number; numFailedTestSuites: number; numPendingTests: number },
  () => undefined,
)
await rm(folder, { recursive: true, force: true })
results.passed += tests?.numPassedTests ?? 0
// A file that could not be loaded, or a run that ended early, has no failed test to count.
results.failed += Math.max(tests?.numFailedTests ?? 0, status === 0 ? 0 : 1)
if (!tests || tests.numPassedTests === 0) results.failed += 1
if (tests && tests.numPendingTests > 0) console.log(`${tests.numPendingTests} skipped`)

console.log(`${results.passed} passed, ${results.failed} failed`)
process.exit(results.failed === 0 ? 0 : 1)

function run(program: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
      .once('error', reject)
      .once('exit', resolve)
  })
}
