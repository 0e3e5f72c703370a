import { describe, expect, test } from 'vitest'
import { site } from '#site/site.ts'
import { categoryNames, readFilters, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('readFilters', () => {
  test('search text and category are read from the URL', () => {
    expect(read('?q=lamp&category=Teen+Coaching')).toEqual({ q: 'lamp', category: 'Teen Coaching', language: '' })
  })
  test('the category All, an empty category and unknown categories mean no category', () => {
    for (const search of ['', '?category=', '?category=All', '?category=Cookery']) expect(read(search).category).toBe('')
  })
  test('alternative spellings of a category in a typed URL are accepted', () => {
    expect(read('?category=teen%20coaching').category).toBe('Teen Coaching')
  })
  test('of a language tag the primary language is read, and a text that is no tag means no language', () => {
    const languages = ['sn', 'PT-br', 'en-GB', '', 'All languages', '<b>', '123'].map(
      (tag) => read(`?language=${encodeURIComponent(tag)}`).language,
    )
    expect(languages).toEqual(['sn', 'pt', 'en', '', '', '', ''])
  })
  test('a search text that exceeds the API’s length limit is truncated', () => {
    expect(read(`?q=${'a'.repeat(500)}`).q).toHaveLength(200)
  })
})

test('a query for a program’s main category includes all categories of the program', () => {
  expect(categoryNames('Spiritual and Personal Development', site.programs)).toBe('Spiritual and Personal Development,Personal Development')
  expect(categoryNames('Teen Coaching', site.programs)).toBe('Teen Coaching')
  expect(categoryNames('', site.programs)).toBe('')
})

describe('writeFilters', () => {
  test('empty parameters are omitted from the URL', () => {
    expect(writeFilters({ q: '  ', category: '', language: '' })).toBe('')
    expect(writeFilters({ q: '', category: 'All', language: '' })).toBe('')
  })
  test('filters written to a URL are read back unchanged', () => {
    const filters = { q: 'نور & лампа 100%', category: 'Gents Empowerment', language: 'sn' }
    expect(read(writeFilters(filters))).toEqual(filters)
  })
  test('the written URL includes the cursor of a later page', () => {
    expect(writeFilters({ q: 'a', category: '', language: '' }, 'b/c')).toBe('?q=a&cursor=b%2Fc')
  })
})
