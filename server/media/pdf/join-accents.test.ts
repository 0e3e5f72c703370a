import { expect, test } from 'vitest'
import { joinAccents, moveMarks } from './join-accents.ts'

/** Builds pieces of text in a font of 10 points, each with its left edge and its width. */
const build = (pieces: [text: string, x: number, width: number][]) =>
  pieces.map(([str, x, width]) => ({ str, transform: [10, 0, 0, 10, x, 100], width, hasEOL: false }))
const join = (...pieces: [text: string, x: number, width: number][]) => joinAccents(build(pieces)).map(({ str }) => str)

test('an accent that is drawn over the letter before or after it belongs to the letter', () => {
  expect(join(['Seppa', 0, 25], ['¨la', 21, 11], ['¨, Finland', 28, 40])).toEqual(['Seppä', 'lä', ', Finland'])
  expect(join(['Schr¨', 0, 24], ['odinger', 19, 34])).toEqual(['Schr', 'ödinger'])
  expect(join(['¸', 0, 4], ['con', 0, 14])).toEqual(['', 'çon'])
  expect(join(['ı', 0, 3], ['´, ', -0.5, 6])).toEqual(['í', ', '])
})

test('pieces of text with joined accents follow each other without a gap', () => {
  const [first, second] = joinAccents(
    build([
      ['Seppa', 0, 25],
      ['¨la', 21, 11],
    ]),
  )
  expect([first?.width, second?.transform[4], second?.width]).toEqual([25, 25, 7])
  const [before, after] = joinAccents(
    build([
      ['Schr¨', 0, 24],
      ['odinger', 19, 34],
    ]),
  )
  expect([before?.width, after?.transform[4]]).toEqual([19, 19])
})

test('an accent within a piece of text belongs to the next letter, if there is such a letter', () => {
  expect(join(['Schr¨odinger, Seppa¨la', 0, 90])).toEqual(['Schrödinger, Seppäla'])
})

test('signs beside letters are kept', () => {
  expect(join(['a¨', 0, 10], ['b', 12, 5])).toEqual(['a¨', 'b'])
  expect(join(['x^2 and ~/home', 0, 70])).toEqual(['x^2 and ~/home'])
  expect(join(['the sign ¨ is a diaeresis', 0, 90])).toEqual(['the sign ¨ is a diaeresis'])
})

test('a mark at the beginning of an Arabic word belongs to the last letter of the next word', () => {
  const words = build([
    ['\u064bالفعل', 284, 22],
    [' ', 280, 4],
    ['جامدا', 256, 24],
    ['\u064bأو', 243, 9],
    ['منفيا', 219, 20],
  ])
  const moved = moveMarks(words.map((word) => ({ ...word, dir: word.str === ' ' ? 'ltr' : 'rtl' })))
  expect(moved.map(({ str }) => str)).toEqual(['الفعل', ' ', 'جامدا\u064b', 'أو', 'منفيا\u064b'])
})
