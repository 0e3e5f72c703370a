import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Time budgets of a test file in seconds. Files over budget are listed, and fail no run, since a slow machine is not a defect. */
const BUDGETS = { component: 120, unit: 120, 'unit-isolated': 120, e2e: 300 }
const FULL_BUDGET = 600
const SLOWEST = 10

const MESSAGE_CHARACTERS = 1000

/** Results of a test run. `failures` are the paths, titles and messages of the failed tests. */
export type RunResults = { passed: number; failed: number; skipped: number; failures: string[] }

/**
 * Reporter that lists, at the end of a run, tests that passed only when retried, the slowest files, and files over their time budget. Each
 * retry indicates a race to fix, in the test or in the server. The results are written to the file that `TEST_RESULTS` names.
 */
export default class RunReport implements Reporter {
  readonly #retried: string[] = []
  readonly #results: RunResults = { passed: 0, failed: 0, skipped: 0, failures: [] }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state !== 'pending') this.#results[state] += 1
    if (state === 'failed') this.#results.failures.push(describeFailure(test))
    else if (test.diagnostic()?.flaky) this.#retried.push(describeFailure(test))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules
      .map((module) => ({ module, seconds: module.diagnostic().duration / 1000 }))
      .toSorted((one, other) => other.seconds - one.seconds)
    const line = ({ module, seconds }: (typeof files)[number]) => `  ${seconds.toFixed(1).padStart(6)} s  ${module.relativeModuleId}`
    if (files.length > SLOWEST) console.log(['Slowest files', ...files.slice(0, SLOWEST).map(line)].join('\n'))
    const tooSlow = files.filter(({ module, seconds }) => seconds > budgetOf(module))
    if (tooSlow.length > 0) console.log(['Files over their time budget', ...tooSlow.map(line)].join('\n'))
    console.log(['Retried tests:', this.#retried.length, ...this.#retried.map((retried) => `\n${retried}`)].join(' '))

    // Test files that could not be loaded are reported separately, since they have no failed tests to count.
    const broken = modules.filter((module) => module.errors().length > 0)
    this.#results.failed += broken.length + errors.length
    this.#results.failures.push(
      ...broken.map((module) => `  ${module.relativeModuleId}: ${module.errors().map(({ message }) => message)}`),
      // Errors outside of tests can be many with the same message, such as those of requests that a failed test left behind.
      ...new Set(errors.map((error) => `  outside of tests: ${messageOf(error).slice(0, MESSAGE_CHARACTERS)}`)),
    )
    const { TEST_RESULTS } = process.env
    if (TEST_RESULTS) writeFileSync(TEST_RESULTS, JSON.stringify(this.#results))
  }
}

/** Returns the message of an error, which another process may have serialized. */
function messageOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

/** Returns the path, title and error messages of a test that failed at least once. */
function describeFailure(test: TestCase): string {
  const failures = (test.result().errors ?? []).map(({ message, cause, stacks }) => {
    const [at] = stacks ?? []
    // Failure texts are shortened, since random input can have any length; the complete text is in the output of the test.
    const texts = [cause?.message, message].filter((text) => text !== undefined).map((text) => text.slice(0, MESSAGE_CHARACTERS))
    return `    ${texts.join('\n').replaceAll('\n', '\n    ')}${at ? `\n    at ${at.file}:${at.line}` : ''}`
  })
  return [`  ${test.module.relativeModuleId}: ${test.fullName}`, ...new Set(failures)].join('\n')
}

function budgetOf(module: TestModule): number {
  if ([...module.children.allTests('passed')].some(({ tags }) => tags.includes('full'))) return FULL_BUDGET
  return BUDGETS[module.project.name.split(' ')[0] as keyof typeof BUDGETS] ?? FULL_BUDGET
}
