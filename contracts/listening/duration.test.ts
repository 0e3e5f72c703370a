import { expect, test } from 'vitest'
import { formatDuration, isoDuration, parseDuration, tidyDuration, withHours } from './duration.ts'

test.each([
  [0, '0:00'],
  [59.6, '1:00'],
  [65, '1:05'],
  [2730, '45:30'],
  [3750, '1:02:30'],
])('%d seconds are formatted as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

test.each(['0:00', '0:09', '45:30', '1:02:30'])('parsing and formatting the duration %s returns the same text', (text) =>
  expect(formatDuration(parseDuration(text))).toBe(text),
)

test.each([
  ['5:30', '0:05:30'],
  ['45:30', '0:45:30'],
  ['75:30', '1:15:30'],
  ['1:02:30', '1:02:30'],
  ['soon', 'soon'],
])('the duration %s is %s in a table', (duration, text) => expect(withHours(duration)).toBe(text))

test.each(['', 'soon', '45', '1:2:3:4', '-1:30'])('the text “%s” is not a valid duration', (text) => expect(parseDuration(text)).toBe(0))

test.each([
  [0, 'PT0S'],
  [45, 'PT45S'],
  [2700, 'PT45M'],
  [3750, 'PT1H2M30S'],
])('%d seconds are %s in structured data', (seconds, text) => expect(isoDuration(seconds)).toBe(text))

test.each([
  ['45.30', '45:30'],
  ['1,02,30', '1:02:30'],
  ['45 min', '45:00'],
  ['90 minutes', '1:30:00'],
  ['1h 2m 30s', '1:02:30'],
  ['2 Hours', '2:00:00'],
  ['12′ 5″', '12:05'],
  ['0:45:30', '45:30'],
  ['01:02:30', '1:02:30'],
])('“%s” is the duration %s', (text, duration) => expect(tidyDuration(text)).toBe(duration))

test.each(['', '45', '45.3', '45:30', '4.5 hours', 'soon', '1:2:3:4'])('the text “%s” is not rewritten as a duration', (text) =>
  expect(tidyDuration(text)).toBe(text),
)
