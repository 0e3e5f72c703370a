import { expect, test } from 'vitest'
import { blockText } from '#contracts/reading/block-text.ts'
import { buildReflowText as filler, buildReflowPage as page } from '#tests/support/reflow-page.ts'
import { buildReflow } from './build-reflow.ts'
import type { ReflowLine } from './reflow-line.ts'

const SIGNS = { outline: [], sidewaysShare: 0, fieldCount: 0 }
/** Builds the cells of a row at given positions; a position below zero is the right edge of a cell. */
function row(number: number, baseline: number, cells: [text: string, x: number][]): ReflowLine[] {
  return cells.map(([text, at]) => {
    const x = at < 0 ? -at - text.length * 5 : at
    return { page: number, x, right: x + text.length * 5, baseline, size: 10, font: 'body', spans: [{ text, style: '' }] }
  })
}
function read(rows: ReflowLine[][], next: ReflowLine[][] = []) {
  const own = (number: number, lines: ReflowLine[][], text: ReturnType<typeof page>) => ({
    ...text,
    page: number,
    lines: [...lines.flat(), ...text.lines],
  })
  const first = page(1, filler(8))
  const second = page(2, filler(8), { top: 300 })
  const { parts, uncertain } = buildReflow([{ ...first, lines: [...first.lines, ...rows.flat()] }, own(2, next, second)], SIGNS)
  return { uncertain, blocks: parts.flatMap(({ blocks }) => blocks) }
}
const tablesOf = ({ blocks }: ReturnType<typeof read>) => blocks.filter(({ kind }) => kind === 'table').map(blockText)

test('a price list with numbers at the right is a table with a head', () => {
  const result = read([
    row(1, 220, [
      ['Item', 40],
      ['Price', -300],
    ]),
    row(1, 234, [
      ['Exercise book', 40],
      ['1.50', -300],
    ]),
    row(1, 248, [
      ['Pencils, a dozen', 40],
      ['12.00', -300],
    ]),
    row(1, 262, [
      ['Ruler', 40],
      ['0.80', -300],
    ]),
  ])
  expect(tablesOf(result)).toEqual(['Item\tPrice\nExercise book\t1.50\nPencils, a dozen\t12.00\nRuler\t0.80'])
  expect(result.blocks.find(({ kind }) => kind === 'table')).toMatchObject({ hasHead: true })
})

test('a cell of several lines is one cell, and an empty cell stays empty', () => {
  const result = read([
    row(1, 220, [
      ['Monday', 40],
      ['Read the first', 120],
      ['Anna', 280],
    ]),
    row(1, 234, [['chapter', 120]]),
    row(1, 248, [
      ['Tuesday', 40],
      ['Ben', 280],
    ]),
    row(1, 262, [
      ['Friday', 40],
      ['Rest', 120],
      ['All', 280],
    ]),
  ])
  expect(tablesOf(result)).toEqual(['Monday\tRead the first chapter\tAnna\nTuesday\t\tBen\nFriday\tRest\tAll'])
})

test('a table continues on the next page, without its repeated head', () => {
  const head = (number: number, baseline: number) =>
    row(number, baseline, [
      ['Month', 40],
      ['Income', 140],
      ['Costs', 240],
    ])
  const month = (number: number, baseline: number, name: string) =>
    row(number, baseline, [
      [name, 40],
      ['300', 140],
      ['150', 240],
    ])
  const result = read(
    [head(1, 220), month(1, 234, 'May'), month(1, 248, 'June')],
    [head(2, 60), month(2, 74, 'July'), month(2, 88, 'August')],
  )
  expect(tablesOf(result)).toEqual(['Month\tIncome\tCosts\nMay\t300\t150\nJune\t300\t150\nJuly\t300\t150\nAugust\t300\t150'])
  expect(result.blocks.find(({ kind }) => kind === 'table')).toMatchObject({ breaks: [[44, 2]] })
})

test('rows whose cells share no columns are lines, which a finding names; a numbered list is a list', () => {
  const result = read([
    row(1, 220, [
      ['One', 40],
      ['two', 100],
    ]),
    row(1, 234, [
      ['A longer beginning here', 40],
      ['three', 200],
    ]),
    row(1, 248, [
      ['Four', 40],
      ['and five of them', 90],
      ['six', 260],
    ]),
  ])
  expect(result.blocks.filter(({ kind }) => kind === 'lines').map(blockText)).toEqual([
    'One two\nA longer beginning here three\nFour and five of them six',
  ])
  expect(result.uncertain).toEqual([1])
  const list = read(
    [1, 2, 3].map((number) =>
      row(1, 206 + number * 14, [
        [`${number}.`, 40],
        ['Wash the cups of the house', 60],
      ]),
    ),
  )
  expect(tablesOf(list)).toEqual([])
})

test.each([
  ['Cover design....................$45.00', 'Proofs, per page.........$2.00'],
  ['Cover design . . . . . . . . . . $45.00', 'Proofs, per page . . . . . $2.00'],
  ['Cover design______$45.00', 'Proofs, per page…………………………$2.00'],
])('rows with leaders such as “%s” are a table of names and prices', (...texts) => {
  const rows = texts.map((text, index) => row(1, 220 + index * 14, [[text, 40]]))
  expect(tablesOf(read(rows))).toEqual(['Cover design\t$45.00\nProofs, per page\t$2.00'])
})

test('dots at the end of sentences are no leaders', () => {
  expect(
    tablesOf(read([row(1, 220, [['And so we waited ......... for the rain of 1992', 40]]), row(1, 234, [['...... that never came', 40]])])),
  ).toEqual([])
})

test('lines of numbers are rows, also if wider gaps divide the table into sections', () => {
  const section = (top: number) =>
    ['Maize', 'Beans', 'Wheat'].map((name, index) =>
      row(1, top + index * 12, [
        [name, 40],
        [`${index}1.5`, -200],
        [index === 1 ? '(NA)' : `${index}7.0`, -260],
      ]),
    )
  const result = read([...section(220), ...section(280), ...section(340)])
  const rows = ['Maize\t01.5\t07.0', 'Beans\t11.5\t(NA)', 'Wheat\t21.5\t27.0']
  expect(tablesOf(result).join('\n').split('\n')).toEqual([...rows, ...rows, ...rows])
})
