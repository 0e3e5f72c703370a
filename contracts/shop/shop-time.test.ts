import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, FORMER_OFFSET, isDay, isZone, shopTimeIn, zoneTitle } from './shop-time.ts'

afterEach(() => vi.unstubAllEnvs())

const harare = shopTimeIn('Africa/Harare')
const zones = ['UTC', 'Africa/Harare', 'America/Los_Angeles', 'Pacific/Auckland']

test.each(zones)('a day begins at midnight in the shop’s time zone when the server’s time zone is %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(harare.dayOf(new Date('2026-11-30T21:59:59.999Z'))).toBe('2026-11-30')
  expect(harare.dayOf(new Date('2026-11-30T22:00:00Z'))).toBe('2026-12-01')
  expect(harare.startOf('2026-12-01').toISOString()).toBe('2026-11-30T22:00:00.000Z')
  expect(harare.startOf('2026-12')).toEqual(harare.startOf('2026-12-01'))
})

test.each(['', 'yesterday', '2026', '2026-13', '2026-02-31', '2026-99-99', '20 Nov 2026', '2026-11-20T00:00:00Z'])(
  '%j is not a day',
  (text) => {
    expect(harare.startOf(text).getTime()).toBeNaN()
    expect(isDay(text)).toBe(false)
  },
)

test('an event counts in its own month until that month closes, and later in the month in which the event was reported', () => {
  const event = new Date('2026-12-31T21:59:59.999Z')
  const closes = new Date('2027-01-07T22:00:00Z')
  expect(harare.monthCloses('2026-12')).toEqual(closes)
  expect(harare.bookedAt(event, new Date(closes.getTime() - 1))).toEqual(event)
  expect(harare.bookedAt(event, closes)).toEqual(closes)
  expect(harare.bookedAt(new Date('2026-12-31T22:00:00Z'), closes)).toEqual(new Date('2026-12-31T22:00:00Z'))
})

test('the offset of movements without a day equals that of the former time zone in every month', () => {
  for (let month = 0; month < 12 * 30; month++) {
    const day = new Date(Date.UTC(2020, month, 1)).toISOString().slice(0, 10)
    expect(harare.startOf(day)).toEqual(new Date(`${day}T00:00:00${FORMER_OFFSET}`))
  }
})

describe('when the clocks change', () => {
  const london = shopTimeIn('Europe/London')

  test('a time that occurs twice is the first of both', () => {
    expect(london.momentOf('2026-10-25T01:30').toISOString()).toBe('2026-10-25T00:30:00.000Z')
  })

  test('a time that is skipped is later by the skipped hour', () => {
    expect(london.momentOf('2026-03-29T01:30').toISOString()).toBe('2026-03-29T01:30:00.000Z')
  })

  test('a day whose midnight is skipped begins at its first moment', () => {
    expect(shopTimeIn('Africa/Cairo').startOf('2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z')
  })
})

test('every day of a year begins where the day before ends, in every time zone', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const { startOf, dayOf, minuteOf, momentOf } = shopTimeIn(zone)
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 10)) {
      const start = startOf(day)
      expect([dayOf(start), dayOf(new Date(start.getTime() - 1))], `${zone} ${day}`).toEqual([day, addDays(day, -1)])
      expect(momentOf(minuteOf(start)), `${zone} ${day}`).toEqual(start)
    }
  }
})

test.each(['Africa/Harare', 'Europe/London', 'UTC', 'Asia/Kolkata'])('%s is a time zone', (zone) => {
  expect(isZone(zone)).toBe(true)
})

test.each(['', 'Harare', '+02:00', 'Africa/Nowhere', '../etc/passwd'])('%j is no time zone', (zone) => {
  expect(isZone(zone)).toBe(false)
})

test('a browser that does not know a time zone has the days of UTC', () => {
  expect(shopTimeIn('Africa/Nowhere').zone).toBe('UTC')
})

test('a time zone is named by its city', () => {
  expect(['Africa/Harare', 'America/Argentina/Buenos_Aires', 'UTC'].map(zoneTitle)).toEqual(['Harare time', 'Buenos Aires time', 'UTC'])
})
