import { vi } from 'vitest'

/** Console error that React's development build logs for structured data, which the server renders. */
export const ALWAYS_EXPECTED = /Encountered a script tag while rendering/

/** Returns the errors logged so far. These errors no longer fail the test. */
export function takeErrors(): string[] {
  const logged = vi.mocked(console.error).mock.calls.map(String)
  vi.mocked(console.error).mockClear()
  return logged.filter((message) => !ALWAYS_EXPECTED.test(message))
}
