import { expect, test } from 'vitest'
import { findZone } from './use-tap-zones.ts'

test('taps in the outer quarters turn the page, taps in the middle do not', () => {
  expect([0, 89, 90, 180, 270, 271, 360].map((x) => findZone(x, 360))).toEqual([-1, -1, 0, 0, 0, 1, 1])
})
