import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'
import { withAdvisoryLock } from './advisory-lock.ts'

const KEY = 4711

let database: Awaited<ReturnType<typeof openTestServices>>['database']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ database, close } = await openTestServices())
})
afterAll(() => close())

const connections = async (granted: boolean) => {
  const { rows } = await database.pool.query<{ pid: number }>('select pid from pg_locks where objid = $1 and granted = $2', [KEY, granted])
  return rows.map(({ pid }) => pid)
}
const holders = () => connections(true)
const waiters = () => connections(false)

test('a second caller waits for the advisory lock, or is refused if a refusal message is set', async () => {
  const order: string[] = []
  const finish = Promise.withResolvers<void>()
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await finish.promise
    order.push(`${name} ends`)
  }
  const first = withAdvisoryLock(database, KEY, work('first'))
  await expect.poll(() => order).toEqual(['first begins'])
  const second = withAdvisoryLock(database, KEY, work('second'))
  await expect.poll(waiters).toHaveLength(1)
  await expect(withAdvisoryLock(database, KEY, work('third'), { refusal: 'Another one is at it.' })).rejects.toThrow(
    'Another one is at it.',
  )
  finish.resolve()
  await Promise.all([first, second])
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect(await holders()).toEqual([])
})

test('failing work rejects with its own error even if the connection of its lock broke, and the lock is released', async () => {
  const fail = async () => {
    await database.pool.query('select pg_terminate_backend($1)', await holders())
    throw new Error('no room on the disk')
  }
  await expect(withAdvisoryLock(database, KEY, fail)).rejects.toThrow('no room on the disk')
  // PostgreSQL releases the lock once it notices that the connection is closed.
  await expect.poll(holders).toEqual([])
  expect(await withAdvisoryLock(database, KEY, async () => 'free again', { refusal: 'Still held.' })).toBe('free again')
})
