import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<string>(() => undefined)
const error = () => new Error('too late')

test('work that ends within its time limit returns its result, and its timer is cleared', async () => {
  expect(await withTimeout(Promise.resolve(undefined), 1000, { fallback: 'late' })).toBeUndefined()
  await expect(withTimeout(Promise.reject(new Error('failed')), 1000, { error })).rejects.toThrow('failed')
  expect(vi.getTimerCount()).toBe(0)
})

test('work that exceeds its time limit resolves with the fallback, or rejects with the error', async () => {
  const outcomes = Promise.allSettled([withTimeout(never, 1000, { fallback: undefined }), withTimeout(never, 1000, { error })])
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(await outcomes).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: error() },
  ])
})

test('a failure of work after its time limit causes no unhandled rejection', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  const outcome = withTimeout(promise, 1000, { fallback: 'late' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toBe('late')
  reject(new Error('failed later'))
})
