import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Unexpected calls of `console.error` fail a test; a test that expects one mocks `console.error`. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { error } = console
  if (vi.isMockFunction(error)) expect(error.mock.calls, 'console.error was called').toEqual([])
  vi.restoreAllMocks()
})
