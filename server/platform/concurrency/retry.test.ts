import { expect, test } from 'vitest'
import { retry } from './retry.ts'

const { signal } = new AbortController()

/** Creates work that fails a number of times and records when each attempt began. */
function failing(times: number) {
  const began: number[] = []
  const work = async () => {
    began.push(performance.now())
    if (began.length <= times) throw new Error(`failure ${began.length}`)
    return 'done'
  }
  return { began, work }
}

test('work is retried until it succeeds, and each failure is reported', async () => {
  const { began, work } = failing(3)
  const failures: unknown[] = []
  expect(await retry(work, { firstPauseMs: 1, signal, onFailure: (error) => failures.push(error) })).toBe('done')
  expect(began).toHaveLength(4)
  expect(failures).toEqual([new Error('failure 1'), new Error('failure 2'), new Error('failure 3')])
})

test('retry pauses double up to the longest pause', async () => {
  const { began, work } = failing(4)
  await retry(work, { firstPauseMs: 20, longestPauseMs: 50, signal })
  // Pauses are checked with a tolerance: a timer may fire a millisecond early, and a busy machine may be late.
  for (const [index, leastMs] of [20, 40, 50, 50].entries())
    expect((began[index + 1] as number) - (began[index] as number)).toBeGreaterThan(leastMs - 2)
})

test('an abort ends the pause between retries, and the work rejects with the last failure', async () => {
  const stopping = new AbortController()
  const { began, work } = failing(Number.POSITIVE_INFINITY)
  const outcome = retry(work, { firstPauseMs: 60_000, signal: stopping.signal, onFailure: () => setImmediate(() => stopping.abort()) })
  await expect(outcome).rejects.toThrow('failure 1')
  expect(began).toHaveLength(1)
})

test('an error thrown by the failure callback ends the retries', async () => {
  const { began, work } = failing(3)
  const onFailure = () => {
    throw new Error('not worth a retry')
  }
  await expect(retry(work, { firstPauseMs: 1, signal, onFailure })).rejects.toThrow('not worth a retry')
  expect(began).toHaveLength(1)
})
