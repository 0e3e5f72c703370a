import { expect, test } from 'vitest'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { findLinkedWords, linkWords } from './link-words.ts'
import type { PlacedText } from './placed-text.ts'

const line = (text: string, y: number): PlacedText => ({
  turn: 0,
  x: 40,
  y,
  baseline: y + 10,
  width: text.length * 6,
  size: 12,
  font: 'text',
  text,
  isRtl: false,
  isVertical: false,
  isEnd: true,
})
const paragraph = (page: number, ...text: string[]): ReflowBlock => ({ kind: 'paragraph', page, text })
const part = (...blocks: ReflowBlock[]) => ({ title: null, page: 1, characters: 100, blocks })

test('the words below a link are those whose middle is in its area', () => {
  const texts = [line('read our (second chapter), before', 20), line('another line of the same text', 40)]
  const found = findLinkedWords(texts, [[40 + 9 * 6, 18, 17 * 6, 14, 7]], 3)
  expect(found).toEqual([{ page: 3, words: 'second chapter', target: 7 }])
})

test('numbers of notes and areas without words are no linked words', () => {
  const texts = [line('text 12 text', 20)]
  expect(
    findLinkedWords(
      texts,
      [
        [68, 18, 16, 14, 7],
        [300, 18, 40, 14, 'https://example.org/'],
      ],
      1,
    ),
  ).toEqual([])
})

test('linked words lead to the first block of their page, or to an address', () => {
  const parts = [part(paragraph(1, 'See the second ', 'chapter, or our site.')), part(paragraph(2, 'Other.'), paragraph(7, 'Second.'))]
  linkWords(parts, [
    { page: 1, words: 'second chapter', target: 7 },
    { page: 1, words: 'our site', target: 'https://example.org/' },
    { page: 1, words: 'See', target: 99 },
  ])
  expect(parts[0]?.blocks[0]).toMatchObject({
    links: [
      [8, 22, [2, 2 - 1]],
      [27, 35, 'https://example.org/'],
    ],
  })
})

test('words that the page has more often than linked are left', () => {
  const parts = [part(paragraph(1, 'Click here, or here.'), paragraph(1, 'There is no other.'))]
  linkWords(parts, [{ page: 1, words: 'here', target: 'https://example.org/' }])
  expect(parts[0]?.blocks[0]).not.toHaveProperty('links')
})
