import { expect, test } from 'vitest'
import { createMatcher } from './found-words.ts'

const snippets = [
  ['She ', 'counted', ' the ', 'Swallows', ' twice.'],
  ['Un ', 'café', ' à Nairobi, ', '7', ' heures.'],
]

function find(text: string, q = 'counted swallows cafe 7', marked = snippets) {
  return createMatcher(q, marked)(text).map(([from, to]) => text.slice(from, to))
}

test('words marked in the snippets are marked on every page, ignoring case and accents', () => {
  expect(find('SWALLOWS, and the Cafe at 7 or 17')).toEqual(['SWALLOWS', 'Cafe', '7'])
})

test('other forms of a word are highlighted, and words that only share its prefix are not', () => {
  expect(find('One swallow counts; counting countries in a cafeteria')).toEqual(['swallow counts', 'counting'])
})

test('words that the search ignored stay unmarked', () => {
  expect(find('She told the others twice')).toEqual([])
})

test('neighboring words are one match, words on other lines are others', () => {
  expect(find('She counted swallows, counted\nswallows')).toEqual(['counted swallows', 'counted', 'swallows'])
})

test.each(['"house of cards"', '“house of cards”'])('the phrase %s is one match, and its words alone are none', (q) => {
  const text = 'A house of cards. A house with three cards, a house of stone.'
  expect(find(text, q, [['A ', 'house', ' of ', 'cards', '.']])).toEqual(['house of cards'])
})

test('a word beside a phrase is a match of its own, also when it is part of the phrase', () => {
  const marked = [['the ', 'red', ' ', 'lamp', ' and a ', 'lamp']]
  expect(find('A red lamp, a lamp, a red door', '"red lamp" lamp', marked)).toEqual(['red lamp', 'lamp'])
})
