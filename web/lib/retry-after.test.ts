import { expect, test } from 'vitest'
import { describeRetryAfter } from './retry-after.ts'

const noon = new Date(2026, 0, 5, 12, 0, 0)

test.each([
  [undefined, 'in a few minutes.'],
  [0.4, 'in 1 second.'],
  [45, 'in 45 seconds.'],
  [600, 'in 10 minutes, at 12:10.'],
  [610, 'in 11 minutes, at 12:10.'],
  [5400, 'in 90 minutes, at 13:30.'],
  [5401, 'in 2 hours, at 13:30.'],
  [86_400, 'in 24 hours, at 12:00.'],
])('a retry after %s seconds is described in words', (seconds, end) => {
  expect(describeRetryAfter(seconds, noon)).toBe(`Try again ${end}`)
})
