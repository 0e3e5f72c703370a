import { expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { ChaptersField, chapterProblem, formatChapters, MAX_CHAPTERS, parseChapters } from './chapter.ts'

test('chapter lines are parsed in several time formats', () => {
  const text = ['0:00 Welcome', '', '(1:05) – The two tins', '[12:30]: A hill\t', '1:02:30 - Go well  '].join('\r\n')
  expect(parseChapters(ChaptersField.parse(text))).toEqual([
    { start: 0, title: 'Welcome' },
    { start: 65, title: 'The two tins' },
    { start: 750, title: 'A hill' },
    { start: 3750, title: 'Go well' },
  ])
})

test('a chapter title may begin with a digit or contain a time', () => {
  expect(parseChapters('0:10 10 reasons\n0:20 Up at 4:15')).toEqual([
    { start: 10, title: '10 reasons' },
    { start: 20, title: 'Up at 4:15' },
  ])
})

test.each([
  ['Welcome', 'Line 1 must begin with a time, followed by a title, such as 4:10 The second mile.'],
  ['0:00 Welcome\n4:10', 'Line 2 must begin with a time, followed by a title, such as 4:10 The second mile.'],
  ['0:00 Welcome\n\n1:75 Late', 'Line 3 must begin with a time, followed by a title, such as 4:10 The second mile.'],
  ['4:10 One\n4:10 Two', 'Line 2 must be later than the line before it.'],
  ['4:10 One\n3:00 Two', 'Line 2 must be later than the line before it.'],
  ['0:00 One\n45:30 Two', 'Line 2 begins after the end of the episode (45:30).'],
  [`0:00 ${'x'.repeat(201)}`, 'Line 1 has a title of more than 200 characters.'],
])('the chapters %j are refused with the message %j', (text, problem) => expect(chapterProblem(text, '45:30')).toBe(problem))

test('more than 100 chapters are refused', () => {
  const text = (count: number) => formatChapters(Array.from({ length: count }, (_, start) => ({ start, title: 'x' })))
  expect(chapterProblem(text(MAX_CHAPTERS))).toBeUndefined()
  expect(chapterProblem(text(MAX_CHAPTERS + 1))).toBe('Enter at most 1,000 chapters.')
})

test('the error message lists only the first three invalid chapter lines, and counts the others', () => {
  expect(chapterProblem('a\nb\nc\nd\ne')).toMatch(/^Line 1 .* Line 2 .* Line 3 .* And 2 more lines\.$/)
})

const chapters = fc
  .uniqueArray(fc.nat(359_999), { maxLength: 100 })
  .map((starts) => starts.toSorted((one, other) => one - other))
  .chain((starts) =>
    fc.tuple(
      ...starts.map((start) => fc.record({ start: fc.constant(start), title: fc.stringMatching(/^\w[^\0\r\n\u2028\u2029]{0,50}\w$/) })),
    ),
  )

test('stored chapters stay unchanged when the form displays and saves them', () => {
  fc.assert(
    fc.property(chapters, (stored) => {
      const text = formatChapters(stored)
      expect(ChaptersField.parse(text)).toBe(text)
      expect(parseChapters(text)).toEqual(stored)
    }),
  )
})

test('any text is either refused or parsed to chapters in ascending order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789: \n-(x') }), (text) => {
      const starts = parseChapters(text).map(({ start }) => start)
      expect(starts).toEqual([...new Set(starts)].toSorted((one, other) => one - other))
    }),
  )
})
