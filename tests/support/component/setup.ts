import '#web/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { ALWAYS_EXPECTED } from './take-errors.ts'

// An unexpected error or warning in the console fails the test; one that expects errors takes them (`takeErrors`).
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  const logged = [console.error, console.warn].flatMap((method) => (vi.isMockFunction(method) ? method.mock.calls : []))
  expect(logged.map(String).filter((message) => !ALWAYS_EXPECTED.test(message))).toEqual([])
  vi.restoreAllMocks()
})
