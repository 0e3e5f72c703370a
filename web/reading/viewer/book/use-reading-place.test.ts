import { expect, test } from 'vitest'
import { replacesPlace } from './use-reading-place.ts'

/** Returns the place after the given pages were read, starting from an earlier position. */
function remembered(pages: number[], before?: number) {
  let kept = before
  let offered = before
  pages.forEach((page, index) => {
    if (!replacesPlace({ page }, { offered, turns: index + 1 })) return
    kept = page
    offered = undefined
  })
  return kept
}

test('returning to page 1 does not change the stored place', () => {
  expect(remembered([2, 352, 1])).toBe(352)
  expect(remembered([1])).toBeUndefined()
})

test('viewing the first pages does not withdraw the offer to continue at the stored position', () => {
  expect(remembered([2], 352)).toBe(352)
  expect(remembered([2, 3, 1], 352)).toBe(352)
})

test('the place changes when the visitor accepts the offer and reads on, passes the offered page, or starts over', () => {
  expect(remembered([352, 12], 352)).toBe(12)
  expect(remembered([353], 352)).toBe(353)
  expect(remembered([2, 3, 4, 5, 6], 352)).toBe(6)
})
