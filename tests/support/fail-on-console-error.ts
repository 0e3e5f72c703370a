import { afterEach, beforeEach, expect, vi } from 'vitest'

/** An unexpected `console.error` fails the test; a test that expects one mocks it. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { error } = console
  if (vi.isMockFunction(error)) expect(error.mock.calls, 'console.error was called').toEqual([])
  vi.restoreAllMocks()
})
