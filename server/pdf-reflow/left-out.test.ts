import { expect, test } from 'vitest'
import { leaveOut } from './left-out.ts'
import type { PlacedText } from './placed-text.ts'
import { joinSpacedLetters } from './spaced-letters.ts'

const piece = (text: string, x: number, baseline: number, own: Partial<PlacedText> = {}): PlacedText => {
  const size = own.size ?? 10
  const usual = { turn: 0 as const, width: text.length * size * 0.5, size, font: 'body', isRtl: false, isVertical: false, isEnd: true }
  return { ...usual, x, y: baseline - size, baseline, text, ...own }
}
const LINES = Array.from({ length: 12 }, (_, index) => piece('and so the story went on for a good while that day', 60, 100 + index * 14))
const kept = (texts: PlacedText[]) => leaveOut(texts).texts.flatMap(({ text }) => (text === '' ? [] : [text]))

test('text at an angle across the lines is a watermark; text at an angle beside them is kept', () => {
  const slant = { start: [80, 260] as [number, number], direction: [Math.SQRT1_2, -Math.SQRT1_2] as [number, number] }
  const mark = piece('DRAFT COPY', 80, 260, { size: 40, isSlanted: true, slant })
  expect(kept([mark, ...LINES])).toEqual(LINES.map(({ text }) => text))
  expect(leaveOut([mark, ...LINES]).left.watermarks).toEqual(['DRAFT COPY'])
  const beside = { ...mark, slant: { ...slant, start: [80, 600] as [number, number] } }
  expect(kept([beside, ...LINES])).toContain('DRAFT COPY')
})

test('large upright text across several lines is a watermark; a drop cap is not', () => {
  expect(leaveOut([piece('CONFIDENTIAL', 60, 170, { size: 44 }), ...LINES]).left.watermarks).toEqual(['CONFIDENTIAL'])
  expect(leaveOut([piece('A', 40, 114, { size: 26 }), ...LINES]).left.watermarks).toEqual([])
})

test('numbers of manuscript lines are left out, numbers of a list and of a table are kept', () => {
  const beside = (lines: PlacedText[]) =>
    lines.flatMap((line, index) => [piece(`${index + 1}`, 30, line.baseline, { isEnd: false, width: 6 }), line])
  expect(leaveOut(beside(LINES)).left.lineNumbers).toBe(12)
  expect(kept(beside(LINES))).toEqual(LINES.map(({ text }) => text))
  expect(leaveOut(beside(LINES.map((line) => ({ ...line, text: 'Maize' })))).left.lineNumbers).toBe(0)
  const fifth = LINES.flatMap((line, index) => (index % 2 === 0 ? [piece(`${index + 1}`, 400, line.baseline), line] : [line]))
  expect(leaveOut(fifth).left.lineNumbers).toBe(6)
})

test('page numbers of a table of contents are kept, though some follow each other', () => {
  const pages = [31, 32, 33, 34, 35, 37, 37, 38, 40, 41, 41, 42]
  const contents = LINES.flatMap((line, index) => [{ ...line, isEnd: false }, piece(`${pages[index]}`, 400, line.baseline)])
  expect(leaveOut(contents).left.lineNumbers).toBe(0)
})

test('letters set apart become words, whether they are one piece of text or one for each letter', () => {
  const texts = (pieces: PlacedText[]) => joinSpacedLetters(pieces).map(({ text }) => text)
  const own = { isEnd: false }
  expect(
    texts([piece('C H A P T E R', 60, 50, { ...own, width: 80 }), piece(' ', 140, 50, { ...own, width: 9 }), piece('O N E', 149, 50)]),
  ).toEqual(['CHAPTER', ' ONE'])
  const letters = [...'THE_ROAD'].flatMap((letter, index) =>
    letter === '_' ? [] : [piece(letter, 60 + index * 12, 50, { ...own, width: 5 })],
  )
  expect(texts(letters)).toEqual(['THE', ' ROAD'])
  expect(texts([piece('he said it was v e r y i m p o r t a n t to us', 60, 50)])).toEqual(['he said it was veryimportant to us'])
  expect(texts([piece('plan A or plan B', 60, 50)])).toEqual(['plan A or plan B'])
  expect(texts([piece('1 3 5 7 9 10 8 6 4 2', 60, 50)])).toEqual(['1 3 5 7 9 10 8 6 4 2'])
})
