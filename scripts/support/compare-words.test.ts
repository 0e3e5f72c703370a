import { expect, test } from 'vitest'
import { compareWords } from './compare-words.ts'

const compare = (theirs: string | string[], ours: string, leftOut = '') => {
  const [found] = compareWords([{ page: 1, theirs: [theirs].flat(), ours, leftOut }])
  return Object.fromEntries(Object.entries(found ?? {}).filter(([, value]) => !Array.isArray(value) || value.length > 0))
}

test('words are compared without punctuation, leader dots, hyphens at line ends and running heads', () => {
  expect(compare('12 A Title\nWell-known exam-\nples . . . . . 7', 'Well-known examples 7', 'A Title 12')).toEqual({ page: 1, words: 3 })
})

test('words are lost, joined, torn, added or in another order', () => {
  expect(compare('one two three four five', 'one three four five')).toMatchObject({ lost: ['two'] })
  expect(compare('the end of the road', 'the end ofthe road')).toMatchObject({ joined: ['of|the'] })
  expect(compare('a wonderful road', 'a wonder ful road')).toMatchObject({ torn: ['wonder|ful'] })
  expect(compare('one two three four', 'two three four one')).toMatchObject({ moved: ['one'] })
  expect(compare('one two', 'one one two')).toMatchObject({ added: ['one'] })
})

test('letters set apart and numbers of notes are neither joined nor torn', () => {
  expect(compare('C H A P T E R one2 ends', 'CHAPTER one 2 ends')).toEqual({ page: 1, words: 9 })
})

test('the order is compared with the text that agrees best', () => {
  expect(compare(['left right top below', 'left top right below'], 'left top right below')).toEqual({ page: 1, words: 4 })
})

test('a word that is split at the end of a page is one word', () => {
  const found = compareWords([
    { page: 1, theirs: ['the begin-'], ours: 'the beginning', leftOut: '' },
    { page: 2, theirs: ['ning of it'], ours: 'of it', leftOut: '' },
  ])
  expect(found.flatMap(({ lost, added }) => [...lost, ...added])).toEqual([])
})
