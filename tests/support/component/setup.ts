import '#web/styles.css'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { trackHistory } from '#web/lib/history/overlay-history.ts'
import { ALWAYS_EXPECTED } from './take-errors.ts'

trackHistory()
// As the router does when it starts.
history.replaceState({}, '')

// An unexpected error or warning in the console fails the test; one that expects errors takes them (`takeErrors`).
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  // Components that are still mounted would call the real server once the fake API is gone, and store what they note when they close.
  await cleanup()
  // A toast outlives its page, and would cover the next one.
  toast.remove()
  const logged = [console.error, console.warn].flatMap((method) => (vi.isMockFunction(method) ? method.mock.calls : []))
  expect(logged.map(String).filter((message) => !ALWAYS_EXPECTED.test(message))).toEqual([])
  vi.restoreAllMocks()
})
