import { describe, expect, test } from 'vitest'
import { shopTime } from '#tests/support/shop-time.ts'
import { createCounter, type DayCount } from './counter.ts'
import { createFloodLimit } from './open-statistics.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const view = (item: string) => ({ kind: 'book' as const, item, event: 'viewed' as const, source: 'none' })

describe('the counter', () => {
  test('the statistics counter stores one sum of equal events per day in the shop’s time zone', async () => {
    const stored: DayCount[][] = []
    let now = new Date('2026-11-22T21:59:59Z')
    const counter = createCounter({ store: async (counts) => void stored.push(counts), shopTime, now: () => now })
    counter.count(view('seed'))
    counter.count(view('seed'))
    now = new Date('2026-11-22T22:00:00Z')
    counter.count(view('seed'))
    await counter.flush()
    await counter.flush()
    expect(stored.map((counts) => counts.map(({ day, count }) => [day, count]))).toEqual([
      [
        ['2026-11-22', 2],
        ['2026-11-23', 1],
      ],
    ])
  })

  test('the statistics counter retries counts that could not be stored, together with counts added in the meantime', async () => {
    const stored: number[] = []
    let works = false
    const counter = createCounter({
      store: async (counts) => {
        counter.count(view('seed'))
        if (!works) throw new Error('the database is away')
        stored.push(...counts.map(({ count }) => count))
      },
      shopTime,
      now: () => NOW,
    })
    counter.count(view('seed'), 5)
    await expect(counter.flush()).rejects.toThrow('away')
    works = true
    await counter.flush()
    expect(stored).toEqual([6])
  })

  test('the statistics counter holds a limited number of different counts in memory, and still increments these counts at the limit', async () => {
    const stored: DayCount[] = []
    const counter = createCounter({ store: async (counts) => void stored.push(...counts), shopTime, now: () => NOW, maxWaiting: 3 })
    for (let number = 0; number < 1000; number++) counter.count(view(`book-${number}`))
    counter.count(view('book-0'))
    await counter.flush()
    expect(stored.map(({ item, count }) => [item, count])).toEqual([
      ['book-0', 2],
      ['book-1', 1],
      ['book-2', 1],
    ])
  })
})

describe('the flood limit of a network', () => {
  test('the flood limit bounds the events of a network that are counted within an hour, per item and in total', () => {
    let now = NOW
    const allows = createFloodLimit({ now: () => now, max: { network: 10, item: 3 } })
    const countAllowed = (ip: string, things: string[]) => things.filter((thing) => allows(ip, thing)).length
    expect(countAllowed('192.0.2.1', Array(20).fill('viewed book seed'))).toBe(3)
    expect(countAllowed('192.0.2.2', Array(20).fill('viewed book seed'))).toBe(3)
    const many = Array.from({ length: 100 }, (_, number) => `viewed book ${number}`)
    expect(countAllowed('192.0.2.3', many)).toBe(10)
    now = new Date(NOW.getTime() + 3_600_000)
    expect(countAllowed('192.0.2.1', ['viewed book seed'])).toBe(1)
  })

  test('the flood limit applies to the whole IPv6 network of a customer, regardless of the number of addresses', () => {
    const allows = createFloodLimit({ now: () => NOW, max: { network: 10, item: 3 } })
    const ips = Array.from({ length: 50 }, (_, number) => `2001:db8:1:${number.toString(16)}::1`)
    expect(ips.filter((ip) => allows(ip, 'viewed book seed'))).toHaveLength(3)
  })
})
