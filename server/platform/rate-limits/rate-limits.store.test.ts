import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices } from '#tests/support/test-services.ts'
import type { RateLimit } from './rate-limits.store.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '10' })
})
afterAll(() => services.close())

const limit = (max: number, seconds = 600): RateLimit => ({ key: randomUUID(), max, seconds })
const stored = async (key: string) => (await services.database.pool.query('select 1 from tries where key = $1', [key])).rowCount
const age = (key: string, seconds: number) =>
  services.database.pool.query('update tries set at = at - make_interval(secs => $2) where key = $1', [key, seconds])

test('of thirty concurrent attempts, exactly the maximum of the rate limit is allowed', async () => {
  const [few, many] = [limit(7), limit(20)]
  const counted = await Promise.all(Array.from({ length: 30 }, (_, at) => services.rateLimits.count(at % 2 ? [few, many] : [many, few])))
  expect(counted.filter(({ exceeded }) => !exceeded)).toHaveLength(7)
  expect(await stored(many.key)).toBe(7)
})

test('an attempt that a rate limit refuses is counted under no key, however often it is repeated', async () => {
  const [free, full] = [limit(100), limit(1)]
  await services.rateLimits.count([full])
  for (let knocks = 0; knocks < 20; knocks++)
    expect((await services.rateLimits.count([free, full])).exceeded).toMatchObject({ key: full.key })
  expect([await stored(free.key), await stored(full.key)]).toEqual([0, 1])
})

test('a rate limit’s refusal states when the next attempt is allowed, and an attempt at that time is allowed', async () => {
  const two = limit(2)
  await services.rateLimits.count([two])
  await age(two.key, 400)
  await services.rateLimits.count([two])
  const { exceeded } = await services.rateLimits.count([two])
  expect(exceeded?.waitSeconds).toBeGreaterThan(195)
  expect(exceeded?.waitSeconds).toBeLessThanOrEqual(200)
  await age(two.key, 200)
  expect((await services.rateLimits.count([two])).exceeded).toBeUndefined()
  expect((await services.rateLimits.count([two])).exceeded).toBeDefined()
})

test('a successful attempt can be removed from the count of a rate limit', async () => {
  const one = limit(1)
  const counted = await services.rateLimits.count([one])
  expect(await stored(one.key)).toBe(1)
  if (!counted.exceeded) await services.rateLimits.forget(counted.id)
  expect(await stored(one.key)).toBe(0)
  expect((await services.rateLimits.count([one])).exceeded).toBeUndefined()
})

test('rate limit attempts are deleted once the longest window of their key has passed', async () => {
  const [hour, day] = [limit(5, 3600), limit(5, 86_400)]
  await services.rateLimits.count([hour])
  await services.rateLimits.count([{ ...day, seconds: 60 }, day])
  const expire = (seconds: number) =>
    services.database.pool.query('update tries set expires_at = expires_at - make_interval(secs => $1)', [seconds])
  await expire(3601)
  await services.rateLimits.purge()
  expect([await stored(hour.key), await stored(day.key)]).toEqual([0, 1])
  await expire(86_400 - 3600)
  await services.rateLimits.purge()
  expect(await stored(day.key)).toBe(0)
})

test('a rate limit key with two windows stores one row per attempt and applies both limits', async () => {
  const key = randomUUID()
  const both = [
    { key, max: 2, seconds: 60 },
    { key, max: 3, seconds: 600 },
  ]
  for (let count = 0; count < 2; count++) await services.rateLimits.count(both)
  expect((await services.rateLimits.count(both)).exceeded).toMatchObject({ seconds: 60 })
  await age(key, 61)
  expect((await services.rateLimits.count(both)).exceeded).toBeUndefined()
  expect((await services.rateLimits.count(both)).exceeded).toMatchObject({ seconds: 600 })
  expect(await stored(key)).toBe(3)
})
