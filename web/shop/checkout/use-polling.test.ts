import { expect, test } from 'vitest'
import { pollingInterval } from './use-polling.ts'

test.each([
  [0, 2000],
  [29_999, 2000],
  [30_000, 5000],
  [179_999, 5000],
  [180_000, 15_000],
  [3_600_000, 15_000],
])('after %d ms the polling interval is %d ms', (waited, pause) => {
  expect(pollingInterval(waited)).toBe(pause)
})
