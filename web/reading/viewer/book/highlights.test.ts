import { expect, test } from 'vitest'
import { MAX_HIGHLIGHTS } from '#contracts/admin/retention.ts'
import { isSamePassage } from '#web/lib/highlights/remove-highlight.ts'
import { type Highlight, parseHighlights, putHighlight } from '#web/lib/highlights/stored-highlights.ts'
import { findOnPage } from './editions/find-words.ts'
import { anchorPassage } from './highlights.ts'

const highlight = (id: string, changes: Partial<Highlight> = {}): Highlight => ({
  id,
  book: 'a',
  part: 1,
  fromBlock: 0,
  fromOffset: 0,
  toBlock: 0,
  toOffset: 4,
  page: 12,
  quote: 'lamp',
  note: '',
  ...changes,
})

test('only the newest highlights are stored, each once', () => {
  let list: Highlight[] = []
  for (let index = 0; index <= MAX_HIGHLIGHTS; index++) list = putHighlight(list, highlight(`${index}`))
  list = putHighlight(list, highlight('9', { note: 'changed' }))
  expect(list).toHaveLength(MAX_HIGHLIGHTS)
  expect(list.filter(({ id }) => id === '9').map(({ note }) => note)).toEqual(['changed'])
})

test('passages that differ only in spaces at their ends are the same; equal words elsewhere in the block are another passage', () => {
  const passage = highlight('1', { fromOffset: 4, toOffset: 8 })
  expect(isSamePassage(passage, highlight('2', { fromOffset: 3, toOffset: 9, quote: ' lamp ' }))).toBe(true)
  expect(isSamePassage(passage, highlight('2', { fromOffset: 20, toOffset: 24 }))).toBe(false)
  expect(isSamePassage(passage, highlight('2', { fromOffset: 4, toOffset: 10, quote: 'lamp o' }))).toBe(false)
  expect(isSamePassage({ ...passage, quote: 'o'.repeat(3000) }, { ...passage, quote: 'o'.repeat(3500) })).toBe(true)
})

test('invalid stored highlights are ignored', () => {
  expect(parseHighlights(JSON.stringify([highlight('1'), { ...highlight('2'), quote: 3 }, { ...highlight('3'), page: null }, 7]))).toEqual([
    highlight('1'),
  ])
})

const TEXTS = ['The lamp in the window', 'stood there. The lamp again', '']
const PASSAGE = { part: 2, fromBlock: 0, fromOffset: 16, toBlock: 1, toOffset: 5, page: 7, quote: 'window\nstood' }
const PAGES = { first: 6, last: 8 }

test('a highlighted passage is found at its stored position', () => {
  expect(anchorPassage(2, TEXTS, PAGES, PASSAGE)).toEqual([
    { block: 0, from: 16, to: 22 },
    { block: 1, from: 0, to: 5 },
  ])
})

test('after the text was regenerated, the nearest occurrence of a highlighted passage is found, even in another part of the book', () => {
  const lamp = { part: 2, fromBlock: 1, fromOffset: 12, toBlock: 1, toOffset: 20, page: 7, quote: 'The lamp' }
  expect(anchorPassage(2, TEXTS, PAGES, lamp)).toEqual([{ block: 1, from: 13, to: 21 }])
  expect(anchorPassage(2, TEXTS, PAGES, { ...lamp, fromBlock: 0, fromOffset: 1 })).toEqual([{ block: 0, from: 0, to: 8 }])
  expect(anchorPassage(3, ['x', ...TEXTS], PAGES, PASSAGE)[0]).toEqual({ block: 1, from: 16, to: 22 })
})

test('a highlight whose words are missing or belong to another part of the book is not marked', () => {
  expect(anchorPassage(2, ['Something else'], PAGES, PASSAGE)).toEqual([])
  expect(anchorPassage(3, TEXTS, { first: 9, last: 12 }, PASSAGE)).toEqual([])
  expect(anchorPassage(2, [], PAGES, PASSAGE)).toEqual([])
})

test('words that a page has several times are found behind the words that are stored with them, in both views', () => {
  const again = { part: 0, fromBlock: 0, fromOffset: 0, toBlock: 0, toOffset: 0, page: 7, quote: 'lamp', before: 'there. The ' }
  expect(anchorPassage(2, TEXTS, PAGES, again)).toEqual([{ block: 1, from: 17, to: 21 }])
  expect(findOnPage(TEXTS, again, { isNext: false })).toEqual({ from: { block: 1, offset: 17 }, to: { block: 1, offset: 21 } })
  expect(isSamePassage(again, { ...again, part: 2, before: 'stood there. The ' })).toBe(true)
  expect(isSamePassage(again, { ...again, before: 'a' })).toBe(false)
})

test('a passage on two pages is found in part on each, around running heads', () => {
  const quote = 'whoever came up the hill could see it from the bend of the road'
  const [first, next] = [
    ['He said that who-', 'ever came up the hill could', '12'],
    ['13 A BOOK', 'see it from the bend of the road.', 'The end'],
  ]
  expect(findOnPage(first, { quote }, { isNext: false })).toEqual({ from: { block: 0, offset: 13 }, to: { block: 1, offset: 27 } })
  expect(findOnPage(next, { quote }, { isNext: true })).toEqual({ from: { block: 1, offset: 0 }, to: { block: 1, offset: 32 } })
  expect(findOnPage(['Other words of another page'], { quote }, { isNext: true })).toBeUndefined()
})
