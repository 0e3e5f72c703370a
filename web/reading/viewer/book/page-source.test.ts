import { expect, test } from 'vitest'
import { clampPage, findCurrentEntry, findPage, pageName, pageOfTotal } from './page-source.ts'

const labels = ['i', 'ii', '1', '2', 'A-1']

test('a page name is the page’s label, or its number in a document without labels', () => {
  expect([1, 3, 5].map((page) => pageName({ labels }, page))).toEqual(['i', '1', 'A-1'])
  expect(pageName({ labels: null }, 3)).toBe('3')
})

test('a page is found by its label, or else by its number; other input finds none', () => {
  const source = { labels, total: 5 }
  const found = ['2', ' II ', 'a-1', '3', '9', '0', 'x', ''].map((text) => findPage(source, text))
  expect(found).toEqual([4, 2, 5, 3, undefined, undefined, undefined, undefined])
  expect(['4', '0', '6'].map((text) => findPage({ labels: null, total: 5 }, text))).toEqual([4, undefined, undefined])
})

test('the position in a document has the label of the page if that differs from the number', () => {
  expect(pageOfTotal({ labels, total: 5 }, 3)).toBe('1 (3 of 5)')
  expect(pageOfTotal({ labels: ['1', '2'], total: 2 }, 2)).toBe('2 of 2')
  expect(pageOfTotal({ labels: null, total: 5 }, 3)).toBe('3 of 5')
})

test('a page number is limited to the range from 1 to the last page', () => {
  expect([0, -3, 1, 7, 8, 2.9, Number.NaN, Number.POSITIVE_INFINITY].map((page) => clampPage(page, 7))).toEqual([1, 1, 1, 7, 7, 2, 1, 7])
  expect(clampPage(5, 0)).toBe(1)
})

const entry = (title: string, page: number, depth = 0) => ({ title, page, depth })

test('the current outline entry is the last one that begins on or before the page', () => {
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

test('an outline entry that points back to an earlier page does not hide a nearer entry', () => {
  expect(findCurrentEntry([entry('One', 5), entry('Index', 2)], 6)?.title).toBe('One')
})
