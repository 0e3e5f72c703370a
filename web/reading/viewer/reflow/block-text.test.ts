import { expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { blockText, groupBlocks, headingLevels } from './block-text.ts'

const heading = (level: number): ReflowBlock => ({ kind: 'heading', level, page: 1, text: ['A heading'] })
const text = (kind: 'paragraph' | 'quote'): ReflowBlock => ({ kind, page: 1, text: ['a ', ['b', 'i']] })
const item: ReflowBlock = { kind: 'list-item', marker: '•', page: 1, text: ['one'] }
const note: ReflowBlock = { kind: 'note', marker: '1', page: 1, text: ['one'] }

test('styles add no characters to the text of a block', () => {
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

test('heading levels continue from the viewer’s title without skipping a level', () => {
  expect(headingLevels([heading(2), text('quote'), heading(3), heading(1), heading(3), heading(2)])).toEqual([3, undefined, 4, 3, 4, 4])
})
