import { expect, test } from 'vitest'
import { meaningfulWords, subjectOf } from './search-words.ts'

test.each([
  ['something for my wife', 'my wife'],
  ['a book about forgiveness', 'forgiveness'],
  ['Books for teenagers', 'teenagers'],
  ['I’m looking for a good book on money', 'money'],
  ['how do I write my story', 'write my story'],
  ['Book Writing', 'Book Writing'],
  ['something', 'something'],
  ['the books', 'the books'],
])('the subject of the search text “%s” is “%s”', (text, subject) => {
  expect(subjectOf(text)).toBe(subject)
})

test('stop words are no search words, unless there are no others', () => {
  expect(meaningfulWords('The Page a Day')).toEqual(['Page', 'Day'])
  expect(meaningfulWords('a')).toEqual(['a'])
})
