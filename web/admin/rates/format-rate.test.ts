import { expect, test } from 'vitest'
import type { Rate } from '#contracts/shop/rate.ts'
import { formatAge, formatChange, formatChargedRate } from './format-rate.ts'

const noon = new Date('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T00:00:00Z', 'published today'],
  ['2026-11-20T12:04:00Z', 'published today'],
  ['2026-11-19T00:00:00Z', '1 day old'],
  ['2026-11-10T00:00:00Z', '10 days old'],
])('a rate of %s is formatted as %s', (asOf, age) => {
  expect(formatAge({ asOf }, noon)).toBe(age)
})

test.each([
  [20, '20% more'],
  [-0.456, '0.46% less'],
  [0, 'the same'],
])('a change of %d is formatted as %s', (percent, text) => {
  expect(formatChange(percent)).toBe(text)
})

test('the charged exchange rate includes the margin', () => {
  expect(formatChargedRate({ zwgPerUsd: '26.7431', marginBasisPoints: 150 } as Rate)).toBe('27.1442')
})
