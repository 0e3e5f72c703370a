import { expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { findPageStart, findPart, groupBlocks, headingLevels, lastPage, pageAt, pageMarks } from './blocks.ts'

const heading = (level: number): ReflowBlock => ({ kind: 'heading', level, page: 1, text: ['A heading'] })
const text = (kind: 'paragraph' | 'quote'): ReflowBlock => ({ kind, page: 1, text: ['a ', ['b', 'i']] })
const item: ReflowBlock = { kind: 'list-item', marker: '•', page: 1, text: ['one'] }
const note: ReflowBlock = { kind: 'note', marker: '1', page: 1, text: ['one'] }

test('in reflowable text, styles add no characters to the text of a block', () => {
  expect(blockText(text('paragraph'))).toBe('a b')
  expect(blockText({ kind: 'picture', page: 1, box: [0, 0, 1, 1] })).toBe('')
})

test('consecutive list items form one list, and consecutive notes one group', () => {
  const groups = groupBlocks([text('paragraph'), item, item, text('quote'), item, note, note])
  expect(groups.map(({ kind, blocks }) => [kind, ...blocks.map(({ index }) => index)])).toEqual([
    ['single', 0],
    ['list', 1, 2],
    ['single', 3],
    ['list', 4],
    ['notes', 5, 6],
  ])
})

test('the paragraphs of the page with a copyright notice form one group', () => {
  const [title, notice, rights] = [
    paragraph(2, 'Lectern'),
    paragraph(3, 'Ruvimbo Chikomo'),
    paragraph(3, '© Lectern. All rights reserved.'),
  ]
  const groups = groupBlocks([
    heading(1),
    title,
    notice,
    rights,
    paragraph(3, 'ISBN 978-0-00-000000-2'),
    heading(2),
    paragraph(5, 'The lights went.'),
  ])
  expect(groups.map(({ kind, blocks }) => [kind, blocks.length])).toEqual([
    ['single', 1],
    ['single', 1],
    ['imprint', 3],
    ['single', 1],
    ['single', 1],
  ])
})

test('heading levels continue from the viewer’s title without skipping a level', () => {
  expect(headingLevels([heading(2), text('quote'), heading(3), heading(1), heading(3), heading(2)])).toEqual([3, undefined, 4, 3, 4, 4])
})

const paragraph = (page: number, text: string, breaks?: [number, number][]): ReflowBlock => ({
  kind: 'paragraph',
  page,
  text: [text],
  breaks,
})
const BLOCKS: ReflowBlock[] = [
  paragraph(3, 'On page three'),
  paragraph(3, 'from three to five', [
    [5, 4],
    [12, 5],
  ]),
  { kind: 'picture', page: 6, box: [0, 0, 10, 10] },
  paragraph(8, 'on eight'),
]

test('a text position is on the last page that begins at or before the position', () => {
  const [, long, picture] = BLOCKS as [ReflowBlock, ReflowBlock, ReflowBlock]
  expect([0, 4, 5, 11, 12, 99].map((offset) => pageAt(long, offset))).toEqual([3, 3, 4, 4, 5, 5])
  expect(pageAt(picture, 0)).toBe(6)
})

test('a page begins at its first character; a page without text begins where the next page begins, or at the end of the part', () => {
  expect(findPageStart(BLOCKS, 3)).toEqual({ block: 0, offset: 0 })
  expect(findPageStart(BLOCKS, 4)).toEqual({ block: 1, offset: 5 })
  expect(findPageStart(BLOCKS, 6)).toEqual({ block: 2, offset: 0 })
  expect(findPageStart(BLOCKS, 7)).toEqual({ block: 3, offset: 0 })
  expect(findPageStart(BLOCKS, 9)).toEqual({ block: 3, offset: 8 })
  expect(findPageStart([], 1)).toEqual({ block: 0, offset: 0 })
})

test('the text position where a page begins belongs to that page', () => {
  for (const page of [3, 4, 5, 6, 8]) {
    const { block, offset } = findPageStart(BLOCKS, page)
    expect(pageAt(BLOCKS[block] as ReflowBlock, offset)).toBe(page)
  }
})

test('a page is found in the first part that begins on the page, or else in the preceding part', () => {
  const parts = [3, 7, 7, 12].map((page) => ({ title: null, page, characters: 1 }))
  expect([1, 3, 6, 7, 11, 12, 90].map((page) => findPart(parts, page))).toEqual([1, 1, 1, 2, 3, 4, 4])
})

test('the margin of reflowable text marks each page once', () => {
  expect(pageMarks(BLOCKS)).toEqual([
    [[0, 3]],
    [
      [5, 4],
      [12, 5],
    ],
    [[0, 6]],
    [[0, 8]],
  ])
  expect(pageMarks(BLOCKS, 3)[0]).toEqual([])
  // A chapter that begins in the middle of a page must not add a second mark for the page.
  expect(lastPage(BLOCKS.slice(0, 2))).toBe(5)
  expect(lastPage([])).toBeUndefined()
})
