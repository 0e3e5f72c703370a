import '#web/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'

/** React's development build says so of structured data, which the server renders. */
const EXPECTED = /Encountered a script tag while rendering/

// An unexpected error or warning in the console fails the test; one that expects some mocks the method.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  const logged = [console.error, console.warn].flatMap((method) => (vi.isMockFunction(method) ? method.mock.calls : []))
  expect(logged.map(String).filter((message) => !EXPECTED.test(message))).toEqual([])
  vi.restoreAllMocks()
})
