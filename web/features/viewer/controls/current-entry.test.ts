import { expect, test } from 'vitest'
import { findCurrentEntry } from './current-entry.ts'

const entry = (title: string, page: number, depth = 0) => ({ title, page, depth })

test('a page lies in the last entry that begins on it or before', () => {
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

test('an entry that leads back hides none that is nearer', () => {
  expect(findCurrentEntry([entry('One', 5), entry('Index', 2)], 6)?.title).toBe('One')
})
