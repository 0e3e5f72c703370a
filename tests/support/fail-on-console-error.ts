import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A test that makes the product complain has found something, unless it says that it expects the complaint by mocking it itself. */
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const { error } = console
  if (vi.isMockFunction(error)) expect(error.mock.calls, 'console.error was called').toEqual([])
  vi.restoreAllMocks()
})
