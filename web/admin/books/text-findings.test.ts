import { expect, test } from 'vitest'
import { describeFindings, describePages } from './text-findings.ts'

test('pages are listed as ranges, and a long list is shortened', () => {
  expect(describePages([3])).toBe('page 3')
  expect(describePages([5, 1, 2, 9])).toBe('4 pages (1–2, 5 and 9)')
  expect(describePages([1, 3, 5, 7, 9, 11, 13, 15])).toBe('8 pages (1, 3, 5, 7, 9, 11 and others)')
})

test('each finding in the text of a PDF is a sentence with its pages', () => {
  expect(
    describeFindings(
      [
        { kind: 'watermark', text: 'SAMPLE COPY', pages: [1, 2, 3, 4, 5] },
        { kind: 'uncertain-table', text: null, pages: [7] },
      ],
      9,
    ),
  ).toEqual([
    'The watermark “SAMPLE COPY” is left out of the text on 5 pages (1–5).',
    'What may be a table is shown line by line in the reading view, on page 7.',
  ])
  expect(describeFindings([{ kind: 'no-text', text: null, pages: [1, 2] }], 2)[0]).toMatch(
    /^The pages of this PDF are pictures without text\. /,
  )
  expect(describeFindings([{ kind: 'no-text', text: null, pages: [2] }], 4)[0]).toMatch(/^There is no text on page 2\. /)
})

test('a long PDF that was checked in part is named as such', () => {
  expect(describeFindings([{ kind: 'first-pages', text: null, pages: [400] }], 1812)).toEqual([
    'Only the first 400 of 1,812 pages were checked for watermarks, tables and missing text.',
  ])
})
