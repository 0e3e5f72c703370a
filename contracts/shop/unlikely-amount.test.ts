import { expect, test } from 'vitest'
import { isUnlikelyAmount } from './unlikely-amount.ts'

test.each([
  [450, 45_000, true],
  [450, 4500, true],
  [450, 45, true],
  [450, 4499, false],
  [450, 46, false],
  [450, 450, false],
  [0, 1, true],
])('with an expected amount of %i, the amount %i is unlikely: %s', (expected, amount, unlikely) => {
  expect(isUnlikelyAmount(expected, amount)).toBe(unlikely)
})
