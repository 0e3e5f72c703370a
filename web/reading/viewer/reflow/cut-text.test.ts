import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test('a text is split at style changes, page breaks and mark boundaries, without losing text', () => {
  const spans = ['The lamp ', ['stood', 'i'], ' there']
  const marks = [{ from: 4, to: 11, kind: 'highlight', id: 'a' } as const]
  const pieces = cutText(spans as never, { pages: [[9, 5]], marks })
  expect(pieces.map(({ text, style, page, marks: over }) => [text, style, page, over.length])).toEqual([
    ['The ', undefined, undefined, 0],
    ['lamp ', undefined, undefined, 1],
    ['st', 'i', 5, 1],
    ['ood', 'i', undefined, 0],
    [' there', undefined, undefined, 0],
  ])
})

test('a page that begins at the start of the text is assigned to the first piece, and marks may overlap', () => {
  const marks = [
    { from: 0, to: 4, kind: 'highlight' },
    { from: 2, to: 6, kind: 'spoken' },
  ] as const
  expect(
    cutText(['abcdef'], { pages: [[0, 7]], marks: [...marks] }).map(({ text, page, marks: over }) => [text, page, over.length]),
  ).toEqual([
    ['ab', 7, 1],
    ['cd', undefined, 2],
    ['ef', undefined, 1],
  ])
})

test('each piece of a partly marked note reference links to its note', () => {
  const marks = [{ from: 0, to: 5, kind: 'highlight' } as const]
  const pieces = cutText(['word', ['12', 'sup'], ' and'], { marks, noteCalls: [[4, 9, 3]] })
  const note = { part: 9, block: 3 }
  expect(pieces.map((piece) => [piece.text, piece.note])).toEqual([
    ['word', undefined],
    ['1', note],
    ['2', note],
    [' and', undefined],
  ])
})

test('a text is split where links begin and end, and the last piece of a link is known', () => {
  const pieces = cutText(['See the ', ['second', 'i'], ' part.'], { links: [[4, 19, [2, 5]]] })
  expect(pieces.map(({ text, link, endsLink }) => [text, link, endsLink])).toEqual([
    ['See ', undefined, false],
    ['the ', { part: 2, block: 5 }, false],
    ['second', { part: 2, block: 5 }, false],
    [' part', { part: 2, block: 5 }, true],
    ['.', undefined, false],
  ])
})
