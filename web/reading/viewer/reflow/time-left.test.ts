import { expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { describeTimeLeft, lastPartOfChapter } from './time-left.ts'

const MINUTE = 220 * 5.8
const part = (title: string | null, minutes = 5) => ({ title, page: 1, characters: MINUTE * minutes })
const blocks = (minutes: number): ReflowBlock[] => [{ kind: 'paragraph', page: 1, text: ['x'.repeat(MINUTE * minutes)] }]
const at = (number: number, offset = 0) => ({ part: number, block: 0, offset })

test('a part without a title, or with the title of the previous part, continues the chapter', () => {
  const parts = [part(null), part('One'), part(null), part('One'), part('Two')]
  expect([1, 2, 3, 4, 5].map((number) => lastPartOfChapter(parts, number))).toEqual([1, 4, 4, 4, 5])
})

test('the reading time left is counted to the end of the chapter', () => {
  const parts = [part('One'), part(null, 7), part('Two', 90)]
  expect(describeTimeLeft(parts, at(1), blocks(5))).toBe('12 minutes left in this chapter')
  expect(describeTimeLeft(parts, at(2, MINUTE * 6), blocks(7))).toBe('1 minute left in this chapter')
  expect(describeTimeLeft(parts, at(2, MINUTE * 6.8), blocks(7))).toBe('Under a minute left in this chapter')
})

test('the reading time left in a book without chapters is counted to the end of the book', () => {
  expect(describeTimeLeft([part(null), part(null)], at(1), blocks(5))).toBe('10 minutes left in this book')
})
