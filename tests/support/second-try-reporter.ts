import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only when they were tried again: a race, in them or in the product. */
export default class SecondTryReporter implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length > 0) console.log(`${this.#names.length} only at another try:\n  ${this.#names.join('\n  ')}`)
  }
}
