import { expect, test } from 'vitest'
import { shouldStorePosition } from './reading-position.ts'

/** Returns the remembered page after reading these pages, given an earlier position. */
function remembered(pages: number[], before?: number) {
  let kept = before
  let offered = before
  pages.forEach((page, index) => {
    if (!shouldStorePosition(page, { offered, turns: index + 1 })) return
    kept = page
    offered = undefined
  })
  return kept
}

test('going back to page 1 keeps the last page read as the position', () => {
  expect(remembered([2, 352, 1])).toBe(352)
  expect(remembered([1])).toBeUndefined()
})

test('looking at the first pages keeps the offer to continue', () => {
  expect(remembered([2], 352)).toBe(352)
  expect(remembered([2, 3, 1], 352)).toBe(352)
})

test('reading on after the offer, passing the offered page, or starting over moves the position', () => {
  expect(remembered([352, 12], 352)).toBe(12)
  expect(remembered([353], 352)).toBe(353)
  expect(remembered([2, 3, 4, 5, 6], 352)).toBe(6)
})
