import { expect, test } from 'vitest'
import { Slug } from './slug.ts'

test.each([
  ['The quiet father', 'the-quiet-father'],
  [' Sow_in  season - again ', 'sow-in-season-again'],
  ['Café Zoë', 'cafe-zoe'],
  ['https://lectern.example/books/sow-in-season/', 'sow-in-season'],
  ['/books/sow', 'sow'],
])('the page address %j is read as %j', (text, slug) => {
  expect(Slug.parse(text)).toBe(slug)
})

test.each([
  '019aa4b2-0000-7000-8000-000000000001',
  'https://lectern.example/books/019AA4B2-0000-7000-8000-00000000000F',
  '019aa4b2 0000 7000 8000 000000000001',
])('the slug %j is refused because it has the form of an id', (text) => {
  expect(Slug.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining('looks like the id')])
})

test.each(['019aa4b2', '019aa4b2-0000', '019aa4b2-0000-7000-8000-00000000000', 'a019aa4b2-0000-7000-8000-000000000001'])(
  'the slug %j is accepted because it is not a whole id',
  (slug) => {
    expect(Slug.parse(slug)).toBe(slug)
  },
)

test.each(['faith & love', 'a.b', '書', '--', '/'])('the slug %j is refused', (text) => {
  expect(Slug.safeParse(text).success).toBe(false)
})
