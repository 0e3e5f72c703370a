import { expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import { buildReflowPage, buildReflowText, type LinePlace } from '#tests/support/reflow-page.ts'
import { buildReflow } from './build-reflow.ts'
import { longestRising } from './longest-rising.ts'

const SIGNS = { outline: [], sidewaysShare: 0, fieldCount: 0 }
const TITLE: [string, LinePlace] = ['Contents', { size: 16 }]
const ENTRY = { right: 300, after: 20 }

const blocksOf = (...lines: [string, LinePlace?][][]) =>
  buildReflow(
    lines.map((own, index) => buildReflowPage(index + 1, own)),
    SIGNS,
  ).parts.flatMap(({ blocks }) => blocks)

/** Returns the entries of a table of contents on the first page. */
const entriesOf = (...lines: [string, LinePlace?][]) =>
  blocksOf(lines, buildReflowText(12)).flatMap((block) => (block.kind === 'list-item' ? [blockText(block)] : []))

test('an entry of two lines in a table of contents is joined, with its page number in either line, and loses its dot leaders', () => {
  expect(
    entriesOf(
      TITLE,
      ['Preface . . . . . . . . . xi', ENTRY],
      ['One Lamp ........ 1', ENTRY],
      ['Questions to Ask a Child after Which 14', ENTRY],
      ['You Must Wait', { right: 100, after: 12 }],
      ['What I Mean by It… 17', ENTRY],
    ),
  ).toEqual(['Preface xi', 'One Lamp 1', 'Questions to Ask a Child after Which You Must Wait 14', 'What I Mean by It… 17'])
  expect(
    entriesOf(
      TITLE,
      ['PART ONE', { right: 90 }],
      ['One Lamp 1', { right: 120 }],
      ['Rebuilding What Was Once Thought to Be Free,', { right: 290 }],
      ['and Examples 12', { x: 54, right: 160 }],
      ['Notes 200', { right: 100 }],
    ),
  ).toEqual(['One Lamp 1', 'Rebuilding What Was Once Thought to Be Free, and Examples 12', 'Notes 200'])
})

test('lines without ascending page numbers are not a table of contents: an index, a list of years, running text', () => {
  expect(entriesOf(['Abel, 40', ENTRY], ['Adam, 12', ENTRY], ['Amos, 77', ENTRY], ['Anna, 3', ENTRY], ['Asa, 51', ENTRY])).toEqual([])
  expect(
    entriesOf(...buildReflowText(6), ['and it was 1912', { right: 200 }], ...buildReflowText(4), ['until 1914', { right: 90 }]),
  ).toEqual([])
})

test('an entry of a table of contents links to the heading with its title and not to the heading of its notes, and has no link if no heading matches', () => {
  const chapter = (title: string): [string, LinePlace?][] => [[title, { size: 16 }], ...buildReflowText(12, `${title} went on in the way`)]
  const blocks = blocksOf(
    [TITLE, ['Lamps 2', ENTRY], ['Chapter 2: Oil 3', ENTRY], ['Beyond the Preview 8', ENTRY], ['Notes 9', ENTRY]],
    chapter('Lamps'),
    chapter('Oil'),
    [
      ...chapter('Notes'),
      ['Lamps', { size: 14, after: 30 }],
      ...buildReflowText(3),
      ['Oil', { size: 14, after: 30 }],
      ...buildReflowText(3),
    ],
  )
  const targets = blocks.flatMap((block) => (block.kind === 'list-item' ? [block.target] : []))
  expect(targets).toEqual([[2, 0], [3, 0], undefined, [4, 0]])
})

test('the longest ascending series of numbers contains a value twice only with mayRepeat', () => {
  const values = [5, 1, 2, 2, 3]
  expect(longestRising(values, (value) => value)).toEqual([1, 2, 3])
  expect(longestRising(values, (value) => value, { mayRepeat: true })).toEqual([1, 2, 2, 3])
  expect(longestRising([], Number)).toEqual([])
})
