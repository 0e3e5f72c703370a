import { expect, test } from 'vitest'
import { settleSize } from './download-item.ts'

test.each([
  [488_000, 536_000, 488_000],
  [488_000, 440_000, 488_000],
  [10_500_000, 6_100_000, 6_100_000],
  [350_000, 900_000, 900_000],
])('a download announced with %i bytes that received %i is displayed with %i', (announced, received, displayed) => {
  expect(settleSize(announced, received)).toBe(displayed)
})
