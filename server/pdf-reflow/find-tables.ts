import { type Typesetting, toHalf } from './measure-type.ts'
import { isAll, type ReflowLine, textOf } from './reflow-line.ts'

/** Rows of a table from line `from` up to `to` of a column: for each row and column the lines of the cell. */
export type Table = { from: number; to: number; rows: ReflowLine[][][]; hasHead: boolean }

/** Minimum width of the gap between columns, relative to the font size: of several columns, and of two. */
const GUTTER = { several: 0.6, two: 1 }
/** Gaps of this multiple of the font size don't occur within a sentence. */
const WIDE_GAP = 1.8
/** Maximum distance of two rows, as a multiple of the leading, of the lines of a cell, and of lines that overlap. */
const ROW = { distance: 3.4, within: 1.3, overlap: 0.75 }
/** Minimum number of rows with cells: of a table with two columns or more, and with three columns or more. */
const LEAST = { rows: 3, columns: 3, rowsOfSeveral: 2 }
/** Minimum share of rows with several cells, of cells that share an edge with the others of their column, and of lines of numbers. */
const MIN_SHARE = { cells: 0.4, aligned: 0.6, numbers: 0.5 }
/** Minimum width of a full line relative to the widest, minimum share of full lines, and minimum average length in running text. */
const PROSE = { width: 0.9, full: 0.6, length: 30 }
const MARKER = /^(?:\(?[\p{L}\d]{1,3}[.)]|[•‣▪▫◦●○■□▶►➢➤✓✔⁃∙·–—*-])$/u

const NUMBER = /^(?:[-–+$€£(]{0,2}\d[\d.,\s]*[%)]?|\(?[A-Z]{1,2}\)|[-–—])$/

type Gap = { from: number; to: number }

/** Finds the tables of a column. Rows whose cells don't share columns are `uncertain`: ranges of lines without a form. */
export function findTables(lines: ReflowLine[], type: Typesetting): { tables: Table[]; uncertain: { from: number; to: number }[] } {
  const tables: Table[] = []
  const uncertain: { from: number; to: number }[] = []
  for (let index = 0; index < lines.length; ) {
    const table = cellsOf(lines[index]).length > 1 ? readTable(lines, index, type) : undefined
    const to = table?.to ?? uncertainEnd(lines, index, type)
    if (table) tables.push(table)
    else if (to - index >= LEAST.rows) uncertain.push({ from: index, to })
    index = Math.max(index + 1, table || to - index >= LEAST.rows ? to : 0)
  }
  return { tables, uncertain }
}

function cellsOf(line: ReflowLine | undefined): ReflowLine[] {
  return line ? (line.cells ?? [line]) : []
}

function readTable(lines: ReflowLine[], from: number, type: Typesetting): Table | undefined {
  const { gutters, to } = grow(lines, from, type)
  const rows = lines.slice(from, to)
  const multiple = rows.filter((line) => cellsOf(line).length > 1)
  const isSeveral = gutters.length + 1 >= LEAST.columns && multiple.filter((line) => cellsOf(line).length > gutters.length).length > 1
  const least = isSeveral ? LEAST.rowsOfSeveral : LEAST.rows
  if (gutters.length === 0 || multiple.length < least || multiple.length < rows.length * MIN_SHARE.cells) return undefined
  const columnOf = (cell: ReflowLine) => gutters.filter(({ from: gutter }) => gutter < (cell.x + cell.right) / 2).length
  const columns = Array.from({ length: gutters.length + 1 }, (_, column) =>
    rows.flatMap((line) => cellsOf(line).filter((cell) => columnOf(cell) === column)),
  )
  const [first] = columns
  if (!first || first.every((cell) => MARKER.test(textOf(cell).trim()))) return undefined
  if (!columns.every((cells) => isAligned(cells)) || columns.every(isProse)) return undefined
  const cells = groupRows(rows, columnOf, columns.length, type)
  return { from, to, rows: cells, hasHead: hasHead(cells) }
}

/** Extends a table downward as long as gaps between its columns remain. */
function grow(lines: ReflowLine[], from: number, type: Typesetting): { gutters: Gap[]; to: number } {
  const start = lines[from] as ReflowLine
  let gutters = gapsOf(start)
  let multiple = 1
  let to = from + 1
  for (; to < lines.length; to++) {
    const [line, before] = [lines[to], lines[to - 1]] as [ReflowLine, ReflowLine]
    const room = line.baseline - before.baseline
    if (room > type.leading(line.size) * ROW.distance || room < 0 || Math.abs(line.size - start.size) > start.size * 0.2) break
    const cells = cellsOf(line)
    const left = cells.reduce((gaps, cell) => gaps.flatMap((gap) => cut(gap, cell)), gutters).filter((gap) => isWide(gap, start.size))
    if (left.length === 0) break
    const isLess = left.length < gutters.length
    if (isLess && (cells.length === 1 || multiple >= LEAST.rows)) break
    if (cells.length > 1) multiple += 1
    gutters = left
  }
  while (to > from + 1 && cellsOf(lines[to - 1]).length === 1 && !isWithin(lines[to - 2], lines[to - 1], type)) to -= 1
  const least = gutters.length === 1 ? GUTTER.two : GUTTER.several
  return { gutters: gutters.filter((gap) => gap.to - gap.from > start.size * least), to }
}

function gapsOf(line: ReflowLine): Gap[] {
  const cells = cellsOf(line)
  return cells.slice(1).map((cell, index) => ({ from: (cells[index] as ReflowLine).right, to: cell.x }))
}

function isWide({ from, to }: Gap, size: number) {
  return to - from > size * GUTTER.several
}

/** Returns the parts of a gap that a cell leaves. */
function cut(gap: Gap, cell: ReflowLine): Gap[] {
  if (cell.right <= gap.from || cell.x >= gap.to) return [gap]
  return [
    { from: gap.from, to: cell.x },
    { from: cell.right, to: gap.to },
  ].filter(({ from, to }) => to > from)
}

function isWithin(before: ReflowLine | undefined, line: ReflowLine | undefined, type: Typesetting) {
  return before !== undefined && line !== undefined && line.baseline - before.baseline < type.leading(line.size) * ROW.within
}

/** Returns whether most cells of a column share their left edge, right edge or middle. */
function isAligned(cells: ReflowLine[]) {
  const edges = [(cell: ReflowLine) => cell.x, (cell: ReflowLine) => cell.right, (cell: ReflowLine) => (cell.x + cell.right) / 2]
  return edges.some((edge) =>
    cells.some((one) => {
      const same = cells.filter((other) => Math.abs(edge(one) - edge(other)) < one.size * 0.25)
      return same.length >= cells.length * MIN_SHARE.aligned
    }),
  )
}

/** Returns whether the cells of a column are lines of running text, whose columns are read one after the other. */
function isProse(cells: ReflowLine[]) {
  const widths = cells.map(({ x, right }) => right - x)
  const full = widths.filter((width) => width > Math.max(...widths) * PROSE.width).length
  const length = cells.reduce((sum, cell) => sum + textOf(cell).length, 0)
  return full > cells.length * PROSE.full && length > cells.length * PROSE.length
}

/** Groups lines to rows: by the wider gaps between rows, or else by the lines that have several cells. */
function groupRows(lines: ReflowLine[], columnOf: (cell: ReflowLine) => number, count: number, type: Typesetting): ReflowLine[][][] {
  const gaps = lines.slice(1).map((line, index) => line.baseline - (lines[index] as ReflowLine).baseline)
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  const byGap = groupBy(lines, (index) => (gaps[index - 1] ?? 0) > (least + most) / 2)
  // Lines of numbers are rows, also where wider gaps divide a table into sections.
  const further = byGap.flatMap((row) => row.slice(1))
  const areRows = further.filter(hasNumbers).length > further.length * MIN_SHARE.numbers
  const isClear = !areRows && most > least * 1.45 && byGap.length > 2 && byGap.every(({ length }) => length <= lines.length * 0.6)
  const isStart = (index: number) => {
    const cells = cellsOf(lines[index])
    // Lines of cells that are centered in their row overlap.
    if ((gaps[index - 1] ?? 0) < type.leading((lines[index] as ReflowLine).size) * ROW.overlap) return false
    return cells.length > 1 || columnOf(cells[0] as ReflowLine) === 0 || !isWithin(lines[index - 1], lines[index], type)
  }
  return (isClear ? byGap : groupBy(lines, isStart)).map((row) => {
    const cells = row.flatMap(cellsOf)
    return Array.from({ length: count }, (_, column) => cells.filter((cell) => columnOf(cell) === column))
  })
}

/** Returns whether most cells of a line after its first are numbers, or signs in place of numbers such as (NA). */
function hasNumbers(line: ReflowLine): boolean {
  const [, ...cells] = cellsOf(line)
  const numbers = cells.filter((cell) => NUMBER.test(textOf(cell).trim())).length
  return numbers > 0 && numbers > cells.length / 2
}

function groupBy(lines: ReflowLine[], isStart: (index: number) => boolean): ReflowLine[][] {
  const groups: ReflowLine[][] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || isStart(index)) groups.push([line])
    else groups.at(-1)?.push(line)
  }
  return groups
}

/** Returns whether the first row names the columns: in bold letters, or without numbers above a column of numbers. */
function hasHead([head, ...rows]: ReflowLine[][][]): boolean {
  const cells = head?.flat() ?? []
  if (cells.length < 2 || rows.length === 0) return false
  const isBold = (row: ReflowLine[][]) => row.flat().every((cell) => isAll(cell, 'b'))
  if (isBold(head as ReflowLine[][]) && !rows.every(isBold)) return true
  if (cells.some((cell) => /\d/.test(textOf(cell)))) return false
  return (head as ReflowLine[][]).some((_, column) => {
    const below = rows.flatMap((row) => row[column] ?? [])
    return below.length > 0 && below.filter((cell) => /\d/.test(textOf(cell))).length > below.length * MIN_SHARE.aligned
  })
}

/** Returns the end of the lines with wide gaps that begin at a line. */
function uncertainEnd(lines: ReflowLine[], from: number, type: Typesetting): number {
  const hasGap = (line: ReflowLine) => gapsOf(line).some((gap) => gap.to - gap.from > line.size * WIDE_GAP)
  let to = from
  for (; to < lines.length; to++) {
    const [line, before] = [lines[to] as ReflowLine, lines[to - 1]]
    if (!hasGap(line) || MARKER.test(textOf(cellsOf(line)[0] as ReflowLine).trim())) break
    const goesOn = before && to > from ? line.baseline - before.baseline < type.leading(line.size) * ROW.distance : true
    if (!goesOn || toHalf(line.size) !== toHalf((lines[from] as ReflowLine).size)) break
  }
  return to
}
