import '#web/styles.css'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { trackHistory } from '#web/lib/history/overlay-history.ts'
import { ALWAYS_EXPECTED } from './take-errors.ts'

trackHistory()
// The history state is initialized as React Router does at startup.
history.replaceState({}, '')

// Unexpected console errors or warnings fail a test; a test that expects errors collects them with `takeErrors`.
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(async () => {
  // Components that are still mounted would call the real server after the fake API is removed, and store their state when they unmount.
  await cleanup()
  // Toasts are removed, because a toast outlives its page and would cover the next page.
  toast.remove()
  const logged = [console.error, console.warn].flatMap((method) => (vi.isMockFunction(method) ? method.mock.calls : []))
  expect(logged.map(String).filter((message) => !ALWAYS_EXPECTED.test(message))).toEqual([])
  vi.restoreAllMocks()
})
