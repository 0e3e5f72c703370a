import { expect, test } from 'vitest'
import type { PlacedText } from '#server/pdf-reflow/placed-text.ts'
import { toPageText } from './text-runs.ts'

const LINE = 12

/** Returns a piece of text whose top edge is at a given height of the page. */
function place(text: string, x: number, top: number, size = LINE): PlacedText {
  const width = text.length * size * 0.5
  return {
    turn: 0,
    x,
    y: top,
    baseline: top + size * 0.8,
    width,
    size,
    font: 'f',
    text,
    isRtl: false,
    isVertical: false,
    isEnd: false,
  }
}

/** Returns the texts of runs as the browser reads them. */
const read = (pieces: PlacedText[]) =>
  toPageText(pieces)
    .runs.map(([, , , , text, endsLine]) => text + (endsLine ? ' ' : ''))
    .join('')
    .trim()

test.each([30, 36, 60])('in the text of a page, a drop cap of %s points is joined with its word', (size) => {
  const beside = 20 + size * 0.5 + 2
  const pieces = [
    place('W', 20, 100, size),
    place('here I grew up, the river', beside, 102),
    place('was wide.', beside, 116),
    place('It was.', 20, 140),
  ]
  expect(toPageText(pieces).content).toBe('Where I grew up, the river was wide. It was.')
  expect(read(pieces)).toBe('Where I grew up, the river was wide. It was.')
})

test('in the text of a page, a drop cap after an opening quotation mark is joined with its word', () => {
  expect(toPageText([place('“T', 20, 100, 36), place('he lamp', 60, 102)]).content).toBe('“The lamp')
})

test.each([
  ['may be a word by itself', [place('I', 20, 100, 36), place('led them', 40, 102)], 'I led them'],
  ['is far from the line', [place('W', 20, 100, 36), place('here', 90, 102)], 'W here'],
  ['is not larger than the line', [place('W', 20, 100), place('here', 30, 100)], 'W here'],
  ['is followed by a number', [place('B', 20, 100, 36), place('12', 44, 102)], 'B 12'],
] as const)('a capital letter that %s stays separate', (_, pieces, content) => {
  expect(toPageText([...pieces]).content).toBe(content)
})
