import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { currentIndex } from './current-index.ts'

test('the current line of a transcript is the last line that has begun, even if lines overlap', () => {
  expect(currentIndex([], 3)).toBe(-1)
  const times = fc.array(fc.double({ min: 0, max: 9000, noNaN: true })).map((all) => all.toSorted((one, other) => one - other))
  fc.assert(
    fc.property(times, fc.double({ min: 0, max: 9001, noNaN: true }), (starts, seconds) => {
      expect(currentIndex(starts, seconds)).toBe(starts.findLastIndex((start) => start <= seconds))
    }),
  )
})
