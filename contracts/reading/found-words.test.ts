import { expect, test } from 'vitest'
import { createMatcher } from './found-words.ts'

const snippets = [
  ['She ', 'counted', ' the ', 'Swallows', ' twice.'],
  ['Un ', 'café', ' à Nairobi, ', '7', ' heures.'],
]

function find(text: string, q = 'counted swallows cafe 7', marked = snippets) {
  return createMatcher(q, marked)(text).map(([from, to]) => text.slice(from, to))
}

test('words that search snippets mark are highlighted on all pages, ignoring case and accents', () => {
  expect(find('SWALLOWS, and the Cafe at 7 or 17')).toEqual(['SWALLOWS', 'Cafe', '7'])
})

test('other forms of a searched word are highlighted, and words that only share its prefix are not', () => {
  expect(find('One swallow counts; counting countries in a cafeteria')).toEqual(['swallow counts', 'counting'])
})

test('words that the search ignored stay unhighlighted', () => {
  expect(find('She told the others twice')).toEqual([])
})

test('neighboring words form one match, and words on different lines form several matches', () => {
  expect(find('She counted swallows, counted\nswallows')).toEqual(['counted swallows', 'counted', 'swallows'])
})

test.each(['"house of cards"', '“house of cards”'])(
  'the phrase %s is one match, and the single words of the phrase are no matches',
  (q) => {
    const text = 'A house of cards. A house with three cards, a house of stone.'
    expect(find(text, q, [['A ', 'house', ' of ', 'cards', '.']])).toEqual(['house of cards'])
  },
)

test('a searched word beside a phrase is a match of its own, even if the phrase contains the word', () => {
  const marked = [['the ', 'red', ' ', 'lamp', ' and a ', 'lamp']]
  expect(find('A red lamp, a lamp, a red door', '"red lamp" lamp', marked)).toEqual(['red lamp', 'lamp'])
})
