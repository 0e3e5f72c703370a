import { expect, test } from 'vitest'
import { createVersionedCache } from './versioned-cache.ts'

test('a cached value is loaded once, and again after the version changes', async () => {
  let version = 1
  let audience: 'public' | 'owners' = 'public'
  let lookups = 0
  const find = async () => {
    lookups += 1
    return { audience }
  }
  const cache = createVersionedCache<{ audience: string }>({ max: 10, version: () => version })
  await cache('a', find)
  await cache('a', find)
  expect(lookups).toBe(1)
  audience = 'owners'
  version = 2
  expect((await cache('a', find)).audience).toBe('owners')
})

test('a missing value is not cached', async () => {
  const found: string[] = []
  const cache = createVersionedCache<string | undefined>({ max: 10, version: () => 1 })
  expect(await cache('a', async () => found[0])).toBeUndefined()
  found.push('a file')
  expect(await cache('a', async () => found[0])).toBe(found[0])
})

test('concurrent requests share one load, and a failure is not cached', async () => {
  const cache = createVersionedCache<number>({ max: 10, version: () => 1 })
  let loads = 0
  const fail = async () => {
    loads += 1
    throw new Error('away')
  }
  expect(await Promise.allSettled([cache('a', fail), cache('a', fail)])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(loads).toBe(1)
  expect(await cache('a', async () => 7)).toBe(7)
})
