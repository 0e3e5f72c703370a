import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const LIMITS = { width: 1, maxWaiting: 4, maxWaitMs: 60_000, busy: 'Busy' }
const from = (client: string, isGone = () => false) => ({ client, isGone })

/** Creates a queue whose tasks record their start and wait until the test ends them. */
function openQueue(limits: Partial<typeof LIMITS> = {}) {
  const inTurn = createFairQueue({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, visitor = from(name)) => {
    const outcome = inTurn(visitor, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
      return name
    })
    outcome.catch(() => undefined)
    return outcome
  }
  const settle = () => delay(5)
  return {
    ask,
    begun,
    endOne: async () => {
      ends.shift()?.()
      await settle()
    },
  }
}

test('the fair queue runs tasks up to its concurrency limit, and further tasks in order of arrival', async () => {
  const { ask, begun, endOne } = openQueue({ width: 2 })
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  expect(begun).toEqual(['a', 'b'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c'])
  await endOne()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('in the fair queue, many tasks of one client delay a task of another client by one turn only', async () => {
  const { ask, begun, endOne } = openQueue()
  for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name, from('a'))
  ask('b')
  for (let turn = 0; turn < 4; turn++) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b', 'a3', 'a4'])
})

test('in the fair queue, many clients of one site delay another site by one turn only, and take turns with each other', async () => {
  const { ask, begun, endOne } = openQueue({ maxWaiting: 10 })
  const of = (site: string, client: string) => ({ ...from(client), site })
  for (const name of ['a1', 'a1 again', 'a2', 'a3']) ask(name, of('a', name.slice(0, 2)))
  ask('b', of('b', 'b'))
  for (let turn = 0; turn < 5; turn++) await endOne()
  expect(begun).toEqual(['a1', 'a1 again', 'b', 'a2', 'a3'])
})

test('when the fair queue is full, the site with the most tasks is refused, however many clients it has', async () => {
  const { ask, begun, endOne } = openQueue()
  const of = (site: string, client: string) => ({ ...from(client), site })
  ask('running', of('a', 'a0'))
  ask('b1', of('b', 'b'))
  const many = ['a1', 'a2', 'a3'].map((name) => ask(name, of('a', name)))
  ask('b2', of('b', 'b'))
  await expect(many[0]).rejects.toMatchObject({ status: 503 })
  // Another task of either site would make its site the largest.
  for (const site of ['a', 'b']) await expect(ask('late', of(site, 'new'))).rejects.toMatchObject({ status: 503 })
  ask('c', of('c', 'c'))
  for (let turn = 0; turn < 5; turn++) await endOne()
  expect(begun.slice(1)).toContain('c')
})

test('when the fair queue is full, a task of the client with the most tasks is refused with Retry-After', async () => {
  const { ask, begun, endOne } = openQueue()
  const greedy = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask(name, from('a')))
  await expect(ask('a6', from('a'))).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  const other = ask('b')
  await expect(greedy[4]).rejects.toMatchObject({ status: 503 })
  await endOne()
  await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b'])
  await endOne()
  expect(await other).toBe('b')
})

test('a task that waited too long in the fair queue is refused, and doesn’t block the next task', async () => {
  const { ask, begun, endOne } = openQueue({ maxWaitMs: 20 })
  ask('a')
  await expect(ask('b')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  ask('c')
  await endOne()
  expect(begun).toEqual(['a', 'c'])
})

test('the fair queue doesn’t start a task whose client has disconnected', async () => {
  const { ask, begun, endOne } = openQueue()
  let gone = false
  ask('a')
  const left = ask(
    'b',
    from('b', () => gone),
  )
  ask('c')
  gone = true
  await endOne()
  expect(begun).toEqual(['a', 'c'])
  await expect(left).rejects.toMatchObject({ status: 503 })
  await endOne()
  ask('d')
  expect(begun).toEqual(['a', 'c', 'd'])
})

test('a failing task frees its slot in the fair queue', async () => {
  const inTurn = createFairQueue(LIMITS)
  await expect(inTurn(from('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(from('a'), async () => 'done')).toBe('done')
})

test('in the fair queue, a task of a lower rank starts first, and a task without a rank waits until running tasks end', async () => {
  type Asking = { client: string; isGone: () => boolean; file: string }
  const rank = ({ file }: Asking, running: Asking[]) =>
    running.some((other) => other.file === file) ? (file === 'costly' ? undefined : 1) : 0
  const inTurn = createFairQueue<Asking>({ ...LIMITS, width: 2, rank })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, file: string) =>
    void inTurn({ ...from(name), file }, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
    })
  const endOne = async (index: number) => {
    ends.splice(index, 1)[0]?.()
    await delay(5)
  }
  ask('a', 'costly')
  ask('b', 'costly')
  expect(begun).toEqual(['a'])
  ask('c', 'book')
  ask('d', 'book')
  ask('e', 'other')
  expect(begun).toEqual(['a', 'c'])
  await endOne(1)
  expect(begun).toEqual(['a', 'c', 'd'])
  await endOne(0)
  expect(begun).toEqual(['a', 'c', 'd', 'b'])
  await endOne(0)
  expect(begun).toEqual(['a', 'c', 'd', 'b', 'e'])
})
