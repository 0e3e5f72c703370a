import { vi } from 'vitest'

/** React's development build says so of structured data, which the server renders. */
export const ALWAYS_EXPECTED = /Encountered a script tag while rendering/

/** What was logged as an error so far; it no longer fails the test. */
export function takeErrors(): string[] {
  const logged = vi.mocked(console.error).mock.calls.map(String)
  vi.mocked(console.error).mockClear()
  return logged.filter((message) => !ALWAYS_EXPECTED.test(message))
}
