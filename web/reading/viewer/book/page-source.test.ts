import { expect, test } from 'vitest'
import { findPage, pageName } from './page-source.ts'

const labels = ['i', 'ii', '1', '2', 'A-1']

test('a page is named by its label, or by its number without labels', () => {
  expect([1, 3, 5].map((page) => pageName({ labels }, page))).toEqual(['i', '1', 'A-1'])
  expect(pageName({ labels: null }, 3)).toBe('3')
})

test('a page is found by its number, or by a label that is not a number', () => {
  const source = { labels, total: 5 }
  expect(['2', ' II ', 'a-1', '9', '0', 'x', ''].map((text) => findPage(source, text))).toEqual([2, 2, 5, 5, 1, undefined, undefined])
  expect(findPage({ labels: null, total: 5 }, '4')).toBe(4)
})
