import { expect, test } from 'vitest'
import { createKeyedQueue } from './keyed-queue.ts'

test('tasks with the same key run one at a time, tasks with other keys run in parallel, and tasks beyond the limit are refused', async () => {
  const inTurn = createKeyedQueue({ width: 1, maxWaiting: 2, maxWaitMs: 60_000, refuse: () => new Error('too many') })
  const done: string[] = []
  const open = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    if (name === 'a1') await open.promise
    done.push(name)
    if (name === 'a2') throw new Error('went wrong')
  }
  const first = inTurn('a', work('a1'))
  const second = inTurn('a', work('a2')).catch((error: Error) => error.message)
  const third = inTurn('a', work('a3'))
  await expect(inTurn('a', work('a4'))).rejects.toThrow('too many')
  await inTurn('b', work('b1'))
  expect(done).toEqual(['b1'])
  open.resolve()
  await Promise.all([first, third])
  expect(await second).toBe('went wrong')
  await inTurn('a', work('a5'))
  expect(done).toEqual(['b1', 'a1', 'a2', 'a3', 'a5'])
})

test('a task that waits too long in the queue is refused and takes no slot', async () => {
  const inTurn = createKeyedQueue({ width: 1, maxWaiting: 2, maxWaitMs: 20, refuse: () => new Error('too long') })
  const open = Promise.withResolvers<void>()
  const first = inTurn('a', () => open.promise)
  await expect(inTurn('a', async () => 'second')).rejects.toThrow('too long')
  open.resolve()
  await first
  expect(await inTurn('a', async () => 'third')).toBe('third')
})

test('in a queue that allows no waiting, a task is refused while all slots are in use, and runs once a slot is free', async () => {
  const limited = createKeyedQueue({ width: 2, maxWaiting: 0, maxWaitMs: 0, refuse: () => new Error('too many') })
  const open = Promise.withResolvers<void>()
  const running = [limited('a', () => open.promise), limited('a', () => open.promise)]
  await expect(limited('a', async () => 'third')).rejects.toThrow('too many')
  expect(await limited('b', async () => 'other key')).toBe('other key')
  open.resolve()
  await Promise.all(running)
  expect(await limited('a', async () => 'fourth')).toBe('fourth')
})
