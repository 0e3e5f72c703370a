import { describe, expect, test } from 'vitest'
import { site } from '#site/site.ts'
import { bookQuery, categoryNames, isNarrowing, readFilters, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('readFilters', () => {
  test('search text and category are read from the URL', () => {
    expect(read('?q=lamp&category=Teen+Coaching')).toEqual({ q: 'lamp', category: 'Teen Coaching', language: '', price: '', sort: '' })
  })
  test('an order and free books are read from the URL, and unknown values mean the usual list', () => {
    expect(read('?price=free&sort=cheapest')).toMatchObject({ price: 'free', sort: 'cheapest' })
    for (const search of ['?price=paid&sort=lowest', '?price=&sort=', '?sort=toString'])
      expect(read(search)).toMatchObject({ price: '', sort: '' })
  })
  test('a filter narrows a list, and an order does not', () => {
    expect([isNarrowing(read('?price=free')), isNarrowing(read('?sort=title'))]).toEqual([true, false])
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

test('the request for books omits an order and a price that nobody chose', () => {
  expect(bookQuery(read(''), site.programs)).toEqual({ q: '', category: '', language: '' })
  expect(bookQuery(read('?price=free&sort=newest'), site.programs)).toMatchObject({ price: 'free', sort: 'newest' })
})

describe('writeFilters', () => {
  test('empty parameters are omitted from the URL', () => {
    expect(writeFilters({ q: '  ', category: '', language: '' })).toBe('')
    expect(writeFilters({ q: '', category: 'All', language: '' })).toBe('')
  })
  test('filters written to a URL are read back unchanged', () => {
    const filters = { q: 'نور & лампа 100%', category: 'Gents Empowerment', language: 'sn', price: 'free', sort: 'title' } as const
    expect(read(writeFilters(filters))).toEqual(filters)
  })
  test('the written URL includes the cursor of a later page', () => {
    expect(writeFilters({ q: 'a', category: '', language: '' }, 'b/c')).toBe('?q=a&cursor=b%2Fc')
  })
})
