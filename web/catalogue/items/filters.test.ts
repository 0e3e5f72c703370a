import { describe, expect, test } from 'vitest'
import { site } from '#site/site.ts'
import { categoryNames, readFilters, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('readFilters', () => {
  test('reads search text and category', () => {
    expect(read('?q=lamp&category=Teen+Coaching')).toEqual({ q: 'lamp', category: 'Teen Coaching' })
  })
  test('treats All, an empty name and unknown names as no category', () => {
    for (const search of ['', '?category=', '?category=All', '?category=Cookery']) expect(read(search).category).toBe('')
  })
  test('accepts other spellings of a category in a typed URL', () => {
    expect(read('?category=teen%20coaching').category).toBe('Teen Coaching')
  })
  test('truncates a search text that the API would reject', () => {
    expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(200)
  })
})

test('a category includes all categories of its program', () => {
  expect(categoryNames('Spiritual and Personal Development', site.programs)).toBe('Spiritual and Personal Development,Personal Development')
  expect(categoryNames('Teen Coaching', site.programs)).toBe('Teen Coaching')
  expect(categoryNames('', site.programs)).toBe('')
})

describe('writeFilters', () => {
  test('leaves out empty parameters', () => {
    expect(writeFilters({ q: '  ', category: '' })).toBe('')
    expect(writeFilters({ q: '', category: 'All' })).toBe('')
  })
  test('round-trips through readFilters', () => {
    const filters = { q: 'نور & лампа 100%', category: 'Gents Empowerment' }
    expect(read(writeFilters(filters))).toEqual(filters)
  })
  test('includes the cursor of a later page', () => {
    expect(writeFilters({ q: 'a', category: '' }, 'b/c')).toBe('?q=a&cursor=b%2Fc')
  })
})
