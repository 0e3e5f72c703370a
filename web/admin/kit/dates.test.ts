import { expect, test } from 'vitest'
import { formatMinute, formatMonth, formatShortMonth } from './dates.ts'

test('a time is formatted to the minute in the time zone of the browser', () => {
  expect(formatMinute(new Date(2026, 10, 2, 14, 5, 59).toISOString())).toBe('2 Nov 2026, 14:05')
})

test('a month is formatted in any time zone by its name and year, or by the three letters of its name', () => {
  expect(['2026-01', '2026-09'].map(formatMonth)).toEqual(['January 2026', 'September 2026'])
  expect(['2026-01', '2026-09', '2026-12-31'].map(formatShortMonth)).toEqual(['Jan', 'Sep', 'Dec'])
})
