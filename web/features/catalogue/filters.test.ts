import { describe, expect, test } from 'vitest'
import { categoryNames, readFilters, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('readFilters', () => {
  test('reads search words and category', () => {
    expect(read('?q=lamp&category=Teen+Coaching')).toEqual({ q: 'lamp', category: 'Teen Coaching' })
  })
  test('takes All, nothing and unknown names for every category', () => {
    for (const search of ['', '?category=', '?category=All', '?category=Cookery']) expect(read(search).category).toBe('')
  })
  test('forgives the spelling of a category in a typed address', () => {
    expect(read('?category=teen%20coaching').category).toBe('Teen Coaching')
  })
  test('cuts what the API would refuse', () => {
    expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(200)
  })
})

test('a category stands for everything that its program takes', () => {
  expect(categoryNames('Spiritual and Personal Development')).toBe('Spiritual and Personal Development,Personal Development')
  expect(categoryNames('Teen Coaching')).toBe('Teen Coaching')
  expect(categoryNames('')).toBe('')
})

describe('writeFilters', () => {
  test('leaves out what narrows nothing', () => {
    expect(writeFilters({ q: '  ', category: '' })).toBe('')
    expect(writeFilters({ q: '', category: 'All' })).toBe('')
  })
  test('is read back as what was written', () => {
    const filters = { q: 'نور & лампа 100%', category: 'Gents Empowerment' }
    expect(read(writeFilters(filters))).toEqual(filters)
  })
  test('carries the cursor of a later page', () => {
    expect(writeFilters({ q: 'a', category: '' }, 'b/c')).toBe('?q=a&cursor=b%2Fc')
  })
})
