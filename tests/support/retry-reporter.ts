import type { Reporter, TestCase } from 'vitest/node'

/** Names and counts the tests that passed only when retried. Each is a defect to fix: a race, in the test or in the product. */
export default class RetryReporter implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(`Defects: ${this.#names.length} passed only when retried\n  ${this.#names.join('\n  ')}`)
  }
}
