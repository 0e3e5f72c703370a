import { afterEach, expect, test, vi } from 'vitest'
import { bookedAt, monthCloses, SHOP_ZONE, shopDay, shopStart } from './shop-time.ts'

afterEach(() => vi.unstubAllEnvs())

const zones = ['UTC', 'Africa/Harare', 'America/Los_Angeles', 'Pacific/Auckland']

test.each(zones)('a day begins at midnight in Zimbabwe when the server’s time zone is %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(shopDay(new Date('2026-11-30T21:59:59.999Z'))).toBe('2026-11-30')
  expect(shopDay(new Date('2026-11-30T22:00:00Z'))).toBe('2026-12-01')
  expect(shopStart('2026-12-01').toISOString()).toBe('2026-11-30T22:00:00.000Z')
  expect(shopStart('2026-12')).toEqual(shopStart('2026-12-01'))
})

test.each(['', 'yesterday', '2026', '2026-13', '2026-02-31', '2026-99-99', '20 Nov 2026', '2026-11-20T00:00:00Z'])(
  '%j is not a day',
  (text) => {
    expect(shopStart(text).getTime()).toBeNaN()
  },
)

test('an event counts in its own month until that month closes, and later in the month in which the event was reported', () => {
  const event = new Date('2026-12-31T21:59:59.999Z')
  const closes = new Date('2027-01-07T22:00:00Z')
  expect(monthCloses('2026-12')).toEqual(closes)
  expect(bookedAt(event, new Date(closes.getTime() - 1))).toEqual(event)
  expect(bookedAt(event, closes)).toEqual(closes)
  expect(bookedAt(new Date('2026-12-31T22:00:00Z'), closes)).toEqual(new Date('2026-12-31T22:00:00Z'))
})

test('the fixed UTC offset equals that of the Zimbabwe time zone in every month', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_ZONE, dateStyle: 'short', timeStyle: 'medium' })
  for (let month = 0; month < 12 * 30; month++) {
    const day = new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10)
    expect(format.format(shopStart(day))).toBe(`${day} 00:00:00`)
  }
})
