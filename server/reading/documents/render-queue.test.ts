import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRenderQueue } from './render-queue.ts'

const visitor = (client: string) => ({ client, isGone: () => false })
const { signal: neverStopped } = new AbortController()

function openQueue(options: Partial<Parameters<typeof createRenderQueue>[0]> = {}) {
  const queue = createRenderQueue({ width: 2, isCostly: () => false, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (client: string, name: string, file = name) => {
    const outcome = queue.urgent(visitor(client), { name, file }, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    })
    outcome.catch(() => undefined)
    return outcome
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await delay(5)
  }
  return { queue, ask, begun, end }
}

test('a network that requests forty pages delays another network by one page, and is not refused', async () => {
  const { ask, begun, end } = openQueue()
  for (let page = 1; page <= 40; page++) ask('a', `a${page}`)
  const other = ask('b', 'b')
  await end('a1')
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b'])
  await end('b')
  await other
})

test('visitors of one network share a task for a page, and another network’s task for the page waits for its turn', async () => {
  const { ask, begun, end } = openQueue()
  const both = [ask('a', 'page'), ask('a', 'page')]
  const other = ask('b', 'page')
  await delay(5)
  expect(begun).toEqual(['page'])
  await end('page')
  await Promise.all(both)
  expect(begun).toEqual(['page', 'page'])
  await end('page')
  await other
})

test.each([
  ['a costly file', () => 'costly'],
  ['several costly files', (network: string) => `costly ${network}`],
])('pages of other files go first, and pages of %s never occupy both processes', async (_, fileOf) => {
  const { ask, begun, end } = openQueue({ isCostly: (file) => file.startsWith('costly') })
  for (const network of ['a', 'b', 'c']) ask(network, `costly ${network}`, fileOf(network))
  expect(begun).toEqual(['costly a'])
  ask('d', 'book d', 'book')
  expect(begun).toEqual(['costly a', 'book d'])
  ask('e', 'book e', 'book')
  await end('costly a')
  expect(begun.slice(2)).toEqual(['costly b'])
  await end('book d')
  expect(begun.slice(3)).toEqual(['book e'])
})

test('a render queue with one process never gives a file two turns in a row while another file waits', async () => {
  const { ask, begun, end } = openQueue({ width: 1 })
  for (const network of ['a', 'b', 'c']) ask(network, `popular ${network}`, 'popular')
  ask('d', 'book', 'book')
  await end('popular a')
  expect(begun).toEqual(['popular a', 'book'])
})

test('a request that waits too long is refused with 503, and its page stays in the queue', async () => {
  const { ask, begun, end } = openQueue({ width: 1, requestWaitMs: 20 })
  ask('a', 'slow')
  await expect(ask('b', 'page')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '3' } })
  await end('slow')
  expect(begun).toEqual(['slow', 'page'])
})

test('background work is interrupted by visitors, and gets a turn while visitors keep requesting pages', async () => {
  const { queue, ask, end, begun } = openQueue({ width: 1, shareEveryMs: 50 })
  const interrupted = queue.background(
    'book',
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    neverStopped,
  )
  ask('a', 'a1')
  expect(await interrupted).toBeUndefined()
  const shares: boolean[] = []
  const share = queue.background('book', async (_, { isShare }) => shares.push(isShare), neverStopped)
  await delay(60)
  for (const page of ['a2', 'a3']) ask('a', page)
  expect(shares).toEqual([])
  await end('a1')
  await share
  expect([shares, begun]).toEqual([[true], ['a1', 'a2']])
})

test('background work starts immediately when no visitor is waiting', async () => {
  const { queue } = openQueue()
  expect(await queue.background('book', async (_, { isShare }) => isShare, neverStopped)).toBe(false)
})
