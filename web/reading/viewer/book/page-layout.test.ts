import { expect, test } from 'vitest'
import { pagesBeside, resolveFit } from './page-layout.ts'

const PHONE = { width: 344, height: 620 }
const DESKTOP = { width: 1400, height: 792 }

test('a window in landscape format displays the whole page, unless it is low or something else is chosen', () => {
  expect(resolveFit('auto', DESKTOP)).toBe('page')
  expect(resolveFit('auto', PHONE)).toBe('width')
  expect(resolveFit('auto', { width: 724, height: 300 })).toBe('width')
  expect(resolveFit('width', DESKTOP)).toBe('width')
  expect(resolveFit('page', PHONE)).toBe('page')
  expect(resolveFit('pair', DESKTOP)).toBe('pair')
  expect(resolveFit('pair', { width: 1000, height: 700 })).toBe('page')
  expect(resolveFit('pair', PHONE)).toBe('width')
})

test('two pages are an even and an odd one, beside the cover alone', () => {
  const all = (total: number) => Array.from({ length: total }, (_, index) => pagesBeside(index + 1, total, true).join('-'))
  expect(all(5)).toEqual(['1', '2-3', '2-3', '4-5', '4-5'])
  expect(all(4)).toEqual(['1', '2-3', '2-3', '4'])
  expect(pagesBeside(3, 5, false)).toEqual([3])
})
