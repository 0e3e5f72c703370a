import { expect, test } from 'vitest'
import { findWords, stepHit, wordsFoundIn } from './found-words.ts'

const hits = [
  { page: 2, text: ['She ', 'counted', ' the ', 'Swallows', ' twice.'] },
  { page: 9, text: ['Un ', 'café', ' à Nairobi, ', '7', ' heures.'] },
]

function marked(text: string) {
  return findWords(text, wordsFoundIn(hits)).map(([from, to]) => text.slice(from, to))
}

test('words marked in the snippets are marked on every page, ignoring case and accents', () => {
  expect(marked('SWALLOWS, and the Cafe at 7 or 17')).toEqual(['SWALLOWS', 'Cafe', '7'])
})

test('other forms of a word are marked, and words that only share its beginning are not', () => {
  expect(marked('One swallow counts; counting countries in a cafeteria')).toEqual(['swallow', 'counts', 'counting'])
})

test('words that the search ignored stay unmarked', () => {
  expect(marked('She told the others twice')).toEqual([])
})

test('stepping past the last hit leads to the first, and the other way round', () => {
  const pages = [2, 9, 11]
  expect([1, 2, 10, 11].map((from) => stepHit(pages, from, 1))).toEqual([2, 9, 11, 2])
  expect([12, 9, 3, 2].map((from) => stepHit(pages, from, -1))).toEqual([11, 2, 2, 11])
  expect(stepHit([4], 4, 1)).toBe(4)
})
