import { expect, test } from 'vitest'
import { buildReflowPage, buildReflowText } from '#tests/support/reflow-page.ts'
import { orderLines } from './order-lines.ts'
import { type ReflowLine, textOf } from './reflow-line.ts'

const line = (text: string, [x, right]: [number, number], baseline: number): ReflowLine => {
  return { page: 1, x, right, baseline, size: 10, font: 'body', spans: [{ text, style: '' }] }
}
const textsOf = (columns: ReflowLine[][]) => columns.map((column) => column.map(textOf))

test('two columns below a long summary are read one after the other', () => {
  const summary = Array.from({ length: 16 }, (_, index) => line(`summary ${index} of what the article finds`, [60, 460], 100 + index * 12))
  const end = line('and why', [60, 110], 292)
  const column = (name: string, x: number) =>
    Array.from({ length: 10 }, (_, index) => line(`${name} ${index} goes on with the report`, [x, x + 200], 320 + index * 12))
  const [left, right] = [column('left', 50), column('right', 270)]
  const rows = left.flatMap((one, index) => [one, right[index] as ReflowLine])
  expect(textsOf(orderLines([...summary, end, ...rows]))).toEqual(textsOf([[...summary, end], left, right]))
})

test('cells of a table between paragraphs are read row by row', () => {
  const prose = (top: number) => buildReflowPage(1, buildReflowText(8), { top }).lines
  const cells = Array.from({ length: 6 }, (_, index) =>
    [40, 200].map((x, column) => line(`cell ${column} ${index}`, [x, x + 60 + ((index * 37 + column * 50) % 80)], 200 + index * 14)),
  )
  const [rows] = orderLines([...prose(60), ...cells.flat(), ...prose(300)])
  expect(rows?.filter(({ cells: own }) => own).map(textOf)).toEqual(textsOf(cells).map((row) => row.join(' ')))
})

test('names and the cells of their rows, of which one is a number, are read row by row', () => {
  const rows = Array.from({ length: 8 }, (_, index) => [
    line(`Bridge builders of the north ${index}`, [40, 160 + index * 3], 100 + index * 14),
    line(`Owned by the city at the river ${index}`, [200, 320 + index * 9], 100 + index * 14),
    line(`${index}7.5`, [400, 420], 100 + index * 14),
  ])
  const [read, ...others] = orderLines(rows.flat())
  expect(others).toEqual([])
  expect(read?.map(textOf)).toEqual(textsOf(rows).map((row) => row.join(' ')))
})
