import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { createHashingQueue } from './hashing-queue.ts'

test('the hashing queue runs tasks one at a time, prioritized tasks first', async () => {
  const run = createHashingQueue({ width: 1, maxWaiting: 10 })
  const order: string[] = []
  const task = (name: string, prioritized = false) => run(async () => void order.push(name), { prioritized })
  await Promise.all([task('running'), task('stranger 1'), task('stranger 2'), task('owner', true)])
  expect(order).toEqual(['running', 'owner', 'stranger 1', 'stranger 2'])
})

test('the hashing queue refuses tasks beyond its limit with a 503, and prioritized tasks have a separate limit', async () => {
  const run = createHashingQueue({ width: 1, maxWaiting: 2 })
  const { promise, resolve } = Promise.withResolvers<string>()
  const running = Array.from({ length: 3 }, () => run(() => promise))
  await expect(run(() => promise)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  const owner = run(() => promise, { prioritized: true })
  resolve('hashed')
  expect(await Promise.all([...running, owner])).toEqual(['hashed', 'hashed', 'hashed', 'hashed'])
})

test('the hashing queue never exceeds its concurrency, loses no task, and frees its slots for any sequence of tasks', async () => {
  const work = fc.record({ milliseconds: fc.integer({ min: 0, max: 3 }), fails: fc.boolean(), prioritized: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (tasks, width) => {
      const run = createHashingQueue({ width, maxWaiting: 5 })
      let [running, most, ran] = [0, 0, 0]
      const outcomes = await Promise.allSettled(
        tasks.map(({ milliseconds, fails, prioritized }) =>
          run(
            async () => {
              most = Math.max(most, ++running)
              ran += 1
              await delay(milliseconds)
              running -= 1
              if (fails) throw new Error('failed')
            },
            { prioritized },
          ),
        ),
      )
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.status === 503)
      expect(most).toBeLessThanOrEqual(width)
      expect(ran + refused.length).toBe(tasks.length)
      expect(ran).toBeGreaterThanOrEqual(Math.min(tasks.length, width + 5))
      expect(await run(async () => 'room')).toBe('room')
    }),
    { numRuns: 30 },
  )
})
