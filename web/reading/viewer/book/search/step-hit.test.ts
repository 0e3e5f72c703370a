import { expect, test } from 'vitest'
import { numberOf, stepHit } from './step-hit.ts'

const hits = [
  { page: 2, count: 2, text: [] },
  { page: 9, count: 1, text: [] },
]
const at = (page: number, index = 0) => ({ page, index })

test('the next and previous buttons step from search hit to search hit across pages and wrap around at both ends', () => {
  expect([at(1), at(2), at(2, 1), at(5), at(9)].map((from) => stepHit(hits, from, 1))).toEqual([at(2), at(2, 1), at(9), at(9), at(2)])
  expect([at(10), at(9), at(2, 1), at(2), at(1)].map((from) => stepHit(hits, from, -1))).toEqual([at(9), at(2, 1), at(2), at(9), at(9)])
})

test('search hits are numbered throughout the book', () => {
  expect([at(2), at(2, 1), at(9), at(3)].map((hit) => numberOf(hits, hit))).toEqual([1, 2, 3, undefined])
})
