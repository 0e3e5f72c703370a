import { expect, test } from 'vitest'
import { formatMinute, formatMonth, formatShortMonth } from './dates.ts'

test("a time is formatted to the minute in the browser's time zone", () => {
  expect(formatMinute(new Date(2026, 10, 2, 14, 5, 59).toISOString())).toBe('2 Nov 2026, 14:05')
})

test('a month is formatted as its name and year, or as its three-letter abbreviation, in any time zone', () => {
  expect(['2026-01', '2026-09'].map(formatMonth)).toEqual(['January 2026', 'September 2026'])
  expect(['2026-01', '2026-09', '2026-12-31'].map(formatShortMonth)).toEqual(['Jan', 'Sep', 'Dec'])
})
