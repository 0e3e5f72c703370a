import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Seconds that a file may take on a busy machine; on a quiet one the slowest takes a quarter. */
const BUDGETS = { component: 120, unit: 120, 'unit-isolated': 120, e2e: 300 }
const FULL_BUDGET = 600
const SLOWEST = 10

export type RunResults = { passed: number; failed: number; skipped: number }

/**
 * Lists at the end of a run the tests that passed only when retried, the slowest files, and those over their time budget, which fail the
 * run. Each retry is a defect to fix: a race, in the test or in the product. Writes the results to the file that `TEST_RESULTS` names.
 */
export default class RunReport implements Reporter {
  readonly #retried: string[] = []
  readonly #results: RunResults = { passed: 0, failed: 0, skipped: 0 }

  onTestCaseResult(test: TestCase): void {
    this.#results[test.result().state as keyof RunResults] += 1
    if (!test.diagnostic()?.flaky) return
    const failures = (test.result().errors ?? []).map(({ message, stacks }) => {
      const [at] = stacks ?? []
      return `    ${message.replaceAll('\n', '\n    ')}${at ? `\n    at ${at.file}:${at.line}` : ''}`
    })
    this.#retried.push([`  ${test.module.relativeModuleId}: ${test.fullName}`, ...failures].join('\n'))
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const files = modules
      .map((module) => ({ module, seconds: module.diagnostic().duration / 1000 }))
      .toSorted((one, other) => other.seconds - one.seconds)
    const line = ({ module, seconds }: (typeof files)[number]) => `  ${seconds.toFixed(1).padStart(6)} s  ${module.relativeModuleId}`
    if (files.length > SLOWEST) console.log(['Slowest files', ...files.slice(0, SLOWEST).map(line)].join('\n'))
    const tooSlow = files.filter(({ module, seconds }) => seconds > budgetOf(module))
    if (tooSlow.length > 0) console.log(['✗ Over their time budget', ...tooSlow.map(line)].join('\n'))
    console.log(['Retried tests:', this.#retried.length, ...this.#retried.map((retried) => `\n${retried}`)].join(' '))

    // A file that could not be loaded has no failed test to count.
    const broken = modules.filter((module) => module.errors().length > 0).length
    this.#results.failed += broken + errors.length + tooSlow.length
    const { TEST_RESULTS } = process.env
    if (TEST_RESULTS) writeFileSync(TEST_RESULTS, JSON.stringify(this.#results))
  }
}

function budgetOf(module: TestModule): number {
  if ([...module.children.allTests('passed')].some(({ tags }) => tags.includes('full'))) return FULL_BUDGET
  return BUDGETS[module.project.name.split(' ')[0] as keyof typeof BUDGETS] ?? FULL_BUDGET
}
