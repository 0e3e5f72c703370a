import { expect, test } from 'vitest'
import { createWorkers } from './workers.ts'

const told: string[] = []
const onError = (error: unknown, name: string) => void told.push(`${name}: ${(error as Error).message}`)

test('a failing worker is reported once, continues to run, and is healthy after its next success', async () => {
  const workers = createWorkers({ longestPauseMs: 5 })
  const stopping = new AbortController()
  let runs = 0
  let isBroken = true
  const run = async () => {
    runs++
    if (isBroken) throw new Error('no answer')
  }
  const running = workers.run([{ name: 'mail', everySeconds: 0.001, run }], { signal: stopping.signal, onError })
  await expect.poll(() => runs).toBeGreaterThan(3)
  expect(workers.failures()).toEqual([{ name: 'mail', at: expect.any(Date), reason: 'no answer' }])
  isBroken = false
  await expect.poll(() => workers.failures()).toEqual([])
  stopping.abort()
  await running
  expect(told).toEqual(['mail: no answer'])
})

test('a hanging worker blocks neither other workers nor shutdown', async () => {
  const stopping = new AbortController()
  let runs = 0
  const hanging = { name: 'hanging', everySeconds: 0.001, run: () => new Promise(() => undefined) }
  const working = { name: 'working', everySeconds: 0.001, run: async () => runs++ }
  const running = createWorkers({ stopMs: 20 }).run([hanging, working], { signal: stopping.signal, onError })
  await expect.poll(() => runs).toBeGreaterThan(3)
  stopping.abort()
  await running
})

test('an error in a worker during shutdown does not count as a failure', async () => {
  const workers = createWorkers()
  const stopping = new AbortController()
  told.length = 0
  const run = async (signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new Error('the database is closed')
  }
  const running = workers.run([{ name: 'mail', everySeconds: 1, run }], { signal: stopping.signal, onError })
  stopping.abort()
  await running
  expect([workers.failures(), told]).toEqual([[], []])
})
