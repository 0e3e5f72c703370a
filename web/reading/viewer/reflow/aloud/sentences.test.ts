import { expect, test } from 'vitest'
import { splitSentences } from './sentences.ts'

const split = (text: string) => splitSentences(text, 'en').map(({ from, to }) => text.slice(from, to))

test('a text is split into sentences, without the spaces between the sentences', () => {
  expect(split(' He came.  “Who is it?” she asked. Nobody!')).toEqual(['He came.', '“Who is it?” she asked.', 'Nobody!'])
  expect(split('')).toEqual([])
})

test('a period after an abbreviated title or an initial does not end a sentence', () => {
  expect(split('Mr. Moyo met J. Banda. They spoke.')).toEqual(['Mr. Moyo met J. Banda.', 'They spoke.'])
})

test('a very long sentence is split at its commas, without losing text', () => {
  const text = `${'and then the rain came over the hill, '.repeat(12)}and that was all.`
  const pieces = split(text)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith(',') && piece.length <= 220)).toBe(true)
  expect(pieces.join(' ')).toBe(text)
  expect(split('x'.repeat(700)).join('')).toBe('x'.repeat(700))
})
