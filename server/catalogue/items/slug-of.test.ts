import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slug } from '#contracts/catalogue/slug.ts'
import { slugOf } from './slug-of.ts'

test.each([
  ['Sow in Season', 'sow-in-season'],
  ['The Founder’s “Way”', 'the-founders-way'],
  ['L’été à Zoë', 'lete-a-zoe'],
  ['Ŵ & Ø: 100 % ﬁne', 'w-o-100-fine'],
  ['كتاب الحكمة', 'ktb-lhkmh'],
  ['Книга мудрости', 'kniga-mudrosti'],
  ['📖 Read me 👩🏾‍🌾', 'read-me'],
  ['📖', undefined],
  ['…', undefined],
  ['019aa4b2 0000 7000 8000 000000000001', undefined],
])('%s becomes %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('the slug of a long title is truncated between words', () => {
  expect(slugOf('a very long title that says everything about the book already '.repeat(4))).toBe(
    'a-very-long-title-that-says-everything-about-the-book-already-a-very',
  )
})

test('the slug of every title is valid', () => {
  const title = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(fc.property(title, (text) => Slug.optional().safeParse(slugOf(text)).success))
})
