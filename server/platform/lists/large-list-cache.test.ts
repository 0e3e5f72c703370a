import { rm } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { createLargeListCache, type LargeListCache, type ListSource } from './large-list-cache.ts'

const visitor = (client = 'one', isGone = () => false) => ({ client, isGone })

async function openLists(settings: Partial<Parameters<typeof createLargeListCache>[0]> = {}) {
  const folder = await makeTempFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  const state = { version: 1, begun: [] as string[] }
  const lists = createLargeListCache({ version: () => state.version, folder, ...settings })
  return { lists, state }
}

/** Creates a source of a long list. Writing waits until the test calls `goOn`. */
function source(name: string, begun: string[] = []): ListSource & { goOn: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    goOn: resolve,
    readWhenShort: async () => undefined,
    write: async (append) => {
      begun.push(name)
      await append('[')
      await promise
      await append(`"${name}"]`)
      return { 'x-total-count': '1' }
    },
  }
}

async function read(made: ReturnType<LargeListCache['obtain']>) {
  const list = await made
  if (!('text' in list)) throw new Error('Not a whole list')
  return textOf(list.text.read('identity'))
}

test('concurrent and later requests for the same long list share one copy until the catalogue changes', async () => {
  const { lists, state } = await openLists()
  const first = source('first', state.begun)
  const asked = [1, 2, 3].map(() => lists.obtain('/books', visitor(), first))
  first.goOn()
  expect(await Promise.all(asked.map(read))).toEqual(['["first"]', '["first"]', '["first"]'])
  expect(await read(lists.obtain('/books', visitor(), source('second')))).toBe('["first"]')
  state.version = 2
  const third = source('third', state.begun)
  third.goOn()
  expect(await read(lists.obtain('/books', visitor(), third))).toBe('["third"]')
  expect(state.begun).toEqual(['first', 'third'])
})

test('the cache for long lists writes no file for a short list', async () => {
  const { lists } = await openLists()
  const answer = cachedResponse({ headers: {}, body: Buffer.from('[]') })
  const write = () => Promise.reject(new Error('not long'))
  expect(await lists.obtain('/books', visitor(), { readWhenShort: async () => answer, write })).toBe(answer)
})

test('two long lists are written concurrently, others wait, and requests beyond the queue get a 503 with Retry-After', async () => {
  const { lists, state } = await openLists({ writing: { width: 2, maxWaiting: 1, maxWaitMs: 60_000, busy: 'Busy' } })
  const sources = ['a', 'b', 'c'].map((name) => source(name, state.begun))
  const made = sources.map((source, at) => lists.obtain(`/${at}`, visitor(), source))
  // Writing begins in any order, since each list creates its file first.
  await expect.poll(() => state.begun.toSorted()).toEqual(['a', 'b'])
  await expect(lists.obtain('/d', visitor(), source('d'))).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '60' } })
  for (const { goOn } of sources) goOn()
  expect(await Promise.all(made.map(read))).toEqual(['["a"]', '["b"]', '["c"]'])
})

test('a request that waits too long for a long list gets a 503, and the next attempt gets the list', async () => {
  const { lists } = await openLists({ longestWaitMs: 20 })
  const slow = source('slow')
  await expect(lists.obtain('/books', visitor(), slow)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '15' } })
  slow.goOn()
  await expect.poll(() => read(lists.obtain('/books', visitor(), source('other'))).catch(() => '')).toBe('["slow"]')
})

test('writing a long list to its file stops when no request waits for the list any longer', async () => {
  const { lists } = await openLists()
  let gone = false
  const left = source('left')
  const asked = lists.obtain(
    '/books',
    visitor('one', () => gone),
    left,
  )
  gone = true
  left.goOn()
  await expect(asked).rejects.toMatchObject({ status: 503 })
})

test('evicted long lists that are still being read count toward the disk limit', async () => {
  const { lists, state } = await openLists({ maxBytes: 100 })
  const long = (name: string): ListSource => ({ ...source(name), write: async (append) => append(name).then(() => ({})) })
  const first = await lists.obtain('/1', visitor(), long('x'.repeat(90)))
  if (!('text' in first)) throw new Error('Not a whole list')
  const reading = first.text.read('gzip')
  // Newer lists evict the first list while it is still being read.
  const held = [reading]
  for (let other = 2; other < 7; other++) {
    state.version = other
    const list = await lists.obtain('/1', visitor(), long('x'.repeat(90))).catch(() => undefined)
    if (list && 'text' in list) held.push(list.text.read('gzip'))
  }
  await expect(lists.obtain('/2', visitor(), long('y'))).rejects.toMatchObject({ status: 503 })
  for (const stream of held) stream.destroy()
  await expect.poll(() => lists.obtain('/2', visitor(), long('y')).then(() => 'made')).toBe('made')
})
