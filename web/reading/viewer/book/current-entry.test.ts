import { expect, test } from 'vitest'
import { findCurrentEntry } from './current-entry.ts'

const entry = (title: string, page: number, depth = 0) => ({ title, page, depth })

test('a page belongs to the last entry that begins on it or before it', () => {
  const outline = [entry('Preface', 3), entry('One', 9), entry('One, first part', 9, 1), entry('Two', 30)]
  expect([1, 3, 8, 9, 29, 400].map((page) => findCurrentEntry(outline, page)?.title)).toEqual([
    undefined,
    'Preface',
    'Preface',
    'One, first part',
    'One, first part',
    'Two',
  ])
})

test('an entry that points to an earlier page does not hide a nearer entry', () => {
  expect(findCurrentEntry([entry('One', 5), entry('Index', 2)], 6)?.title).toBe('One')
})
