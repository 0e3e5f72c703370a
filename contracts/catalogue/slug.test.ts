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

test.each(['faith & love', 'a.b', '書', '--', '/'])('the slug %j is refused', (text) => {
  expect(Slug.safeParse(text).success).toBe(false)
})
