import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only when retried, with what failed before. Each is a defect to fix: a race, in the test or in the product. */
export default class RetryReporter implements Reporter {
  readonly #defects: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const failures = (test.result().errors ?? []).map(({ message, stacks }) => {
      const [at] = stacks ?? []
      return `    ${message.replaceAll('\n', '\n    ')}${at ? `\n    at ${at.file}:${at.line}` : ''}`
    })
    this.#defects.push([`  ${test.module.relativeModuleId}: ${test.fullName}`, ...failures].join('\n'))
  }

  onTestRunEnd(): void {
    if (this.#defects.length > 0) console.log(`Defects: ${this.#defects.length} passed only when retried\n${this.#defects.join('\n')}`)
  }
}
