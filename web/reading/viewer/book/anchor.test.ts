import { expect, test } from 'vitest'
import { anchorPassage } from './anchor.ts'

const TEXTS = ['The lamp in the window', 'stood there. The lamp again', '']
const PASSAGE = { part: 2, fromBlock: 0, fromOffset: 16, toBlock: 1, toOffset: 5, page: 7, quote: 'window\nstood' }
const PAGES = { first: 6, last: 8 }

test('a passage is found at its stored position', () => {
  expect(anchorPassage(2, TEXTS, PAGES, PASSAGE)).toEqual([
    { block: 0, from: 16, to: 22 },
    { block: 1, from: 0, to: 5 },
  ])
})

test('after the text was generated again, the nearest occurrence of the same words is found, also in another part', () => {
  const lamp = { part: 2, fromBlock: 1, fromOffset: 12, toBlock: 1, toOffset: 20, page: 7, quote: 'The lamp' }
  expect(anchorPassage(2, TEXTS, PAGES, lamp)).toEqual([{ block: 1, from: 13, to: 21 }])
  expect(anchorPassage(2, TEXTS, PAGES, { ...lamp, fromBlock: 0, fromOffset: 1 })).toEqual([{ block: 0, from: 0, to: 8 }])
  expect(anchorPassage(3, ['x', ...TEXTS], PAGES, PASSAGE)[0]).toEqual({ block: 1, from: 16, to: 22 })
})

test('missing words are not marked, and words of another part are not marked in this one', () => {
  expect(anchorPassage(2, ['Something else'], PAGES, PASSAGE)).toEqual([])
  expect(anchorPassage(3, TEXTS, { first: 9, last: 12 }, PASSAGE)).toEqual([])
  expect(anchorPassage(2, [], PAGES, PASSAGE)).toEqual([])
})
