import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_QUEUED } from '#contracts/admin/retention.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { createFakeStorage } from '#tests/support/fake-storage.ts'
import { dequeue, enqueue, moveInQueue, parseQueue, readQueue } from './listening-queue.ts'

beforeEach(() => void vi.stubGlobal('localStorage', createFakeStorage()))
afterEach(() => vi.unstubAllGlobals())

const episode = (id: string) =>
  ({
    id,
    slug: id,
    title: id,
    host: 'A',
    duration: '2:00',
    audioUrl: '/a.mp3',
    cover: { sources: [] },
    description: 'Long.',
  }) as unknown as Podcast
const ids = () =>
  readQueue()
    .map(({ id }) => id)
    .join('')
function fill(names: string) {
  for (const id of names) enqueue(episode(id), 'last')
}

test('episodes are queued as the next or the last one, and one that is queued moves instead of playing twice', () => {
  fill('abc')
  enqueue(episode('d'), 'next')
  expect(ids()).toBe('dabc')
  enqueue(episode('c'), 'next')
  enqueue(episode('a'), 'last')
  expect(ids()).toBe('cdba')
})

test.each([
  ['a', 3, 'bcda'],
  ['a', 1, 'bacd'],
  ['d', 0, 'dabc'],
  ['c', 2, 'abcd'],
  ['missing', 0, 'abcd'],
])('episode %s moves to index %i, and the others keep their order', (id, index, order) => {
  fill('abcd')
  moveInQueue(id, index)
  expect(ids()).toBe(order)
})

test('a removed episode returns to its position, also when the queue has changed since', () => {
  fill('abcd')
  const undo = dequeue('b')
  expect(ids()).toBe('acd')
  moveInQueue('d', 0)
  undo()
  undo()
  expect(ids()).toBe('dbac')
  dequeue('missing')()
  expect(ids()).toBe('dbac')
})

test('a full queue takes no other episode, but moves those that it has', () => {
  for (let index = 0; index < MAX_QUEUED; index++) expect(enqueue(episode(`e${index}`), 'last')).toBe(true)
  expect(enqueue(episode('more'), 'next')).toBe(false)
  expect(enqueue(episode('e50'), 'next')).toBe(true)
  expect(readQueue()).toHaveLength(MAX_QUEUED)
})

test('descriptions are not stored, and neither is an empty queue', () => {
  fill('a')
  expect(localStorage.getItem('listeningQueue')).not.toContain('Long')
  dequeue('a')
  expect(localStorage.getItem('listeningQueue')).toBeNull()
})

test('invalid entries of a stored queue are omitted', () => {
  const stored = [episode('a'), null, {}, { ...episode('b'), cover: null }, { ...episode('c'), title: 3 }]
  expect(parseQueue(JSON.stringify(stored)).map(({ id }) => id)).toEqual(['a'])
  expect(parseQueue('nothing')).toEqual([])
})
