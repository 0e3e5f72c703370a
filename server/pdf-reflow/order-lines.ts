import { joinCode } from './code-text.ts'
import { addSpan, type ReflowLine, textOf } from './reflow-line.ts'

/** Minimum width in points of the gap between columns, and minimum number of lines in each column. */
const GUTTER = 6
const MIN_LINES = 5
/** Maximum number of lines that cross the gap between columns, such as titles and figures, relative to the number of other lines. */
const MAX_CROSSING = 0.35
/** Minimum share of rows with a number at the right, and maximum share of rows with a number at the left, in a table. */
const NUMBERED = { right: 0.5, left: 0.3 }
/** Percentile of the widths at which lines are full, width of full lines, and their minimum share and average length in running text. */
const PROSE = { percentile: 0.8, width: 0.9, full: 0.5, length: 25 }

/** Returns the lines of a page in reading order: row by row or, in columns, column by column between the lines that cross them. */
export function orderLines(lines: ReflowLine[]): ReflowLine[][] {
  const gutter = findGutter(lines)
  if (gutter === undefined) return [joinRows(lines)]
  const crosses = (line: ReflowLine) => line.x < gutter && line.right > gutter
  const bands: ReflowLine[][] = []
  for (const line of lines.toSorted((one, other) => one.baseline - other.baseline)) {
    const last = bands.at(-1)
    const isWide = crosses(line) || (last?.[0] && crosses(last[0]) && endsParagraph(last.at(-1) as ReflowLine, line, lines))
    if (last?.[0] && crosses(last[0]) === isWide) last.push(line)
    else bands.push([line])
  }
  return bands.flatMap((band) => {
    if (band[0] && crosses(band[0])) return [joinRows(band)]
    const sides = [band.filter(({ right }) => right <= gutter), band.filter(({ x }) => x >= gutter)]
    return sides.filter(({ length }) => length > 0).flatMap(orderLines)
  })
}

/** Returns whether a short line is the last of a paragraph or title above the columns. */
function endsParagraph(before: ReflowLine, line: ReflowLine, lines: ReflowLine[]) {
  const room = line.baseline - before.baseline
  const isBeside = lines.some((other) => other !== line && Math.abs(other.baseline - line.baseline) < line.size * 0.5)
  return !isBeside && Math.abs(before.x - line.x) < 2 && before.font === line.font && room > 0 && room < line.size * 1.6
}

function findGutter(lines: ReflowLine[]): number | undefined {
  if (lines.length < 2 * MIN_LINES) return undefined
  const [from, to] = [Math.min(...lines.map(({ x }) => x)), Math.max(...lines.map(({ right }) => right))]
  const width = to - from
  let best: { at: number; crossing: number; room: number } | undefined
  const starts = [...new Set(lines.map(({ x }) => Math.round(x)))].filter((x) => x > from + width * 0.2 && x < from + width * 0.8)
  for (const start of starts) {
    const at = start - 1
    const right = lines.filter(({ x }) => x >= at)
    const left = lines.filter((line) => line.right <= at)
    const crossing = lines.length - left.length - right.length
    const room = start - Math.max(from, ...left.map((line) => line.right))
    if (room < GUTTER || !areColumns(left, right, width)) continue
    const areProse = isProse(left) && isProse(right)
    if (!areProse && areNumbered(left, right)) continue
    if (crossing > (left.length + right.length) * MAX_CROSSING && !(areProse && isOpen(lines, [left, right], at))) continue
    if (!best || crossing < best.crossing || (crossing === best.crossing && room > best.room)) best = { at, crossing, room }
  }
  return best?.at
}

/** Returns whether most lines of a column are full and have the length of running text, which cells of a table don’t have. */
function isProse(lines: ReflowLine[]) {
  const widths = lines.map(({ x, right }) => right - x)
  const usual = widths.toSorted((one, other) => one - other)[Math.floor(widths.length * PROSE.percentile)] ?? 0
  const full = widths.filter((width) => width > usual * PROSE.width).length
  return full > lines.length * PROSE.full && lines.reduce((sum, line) => sum + textOf(line).length, 0) > lines.length * PROSE.length
}

/** Returns whether lines at the right are the cells of rows whose names are at the left: most rows have a cell that is a number. */
function areNumbered(left: ReflowLine[], right: ReflowLine[]) {
  const share = (lines: ReflowLine[]) => {
    const numbers = lines.filter((line) => /^\D{0,2}\d[\d.,\s]*[%)]?$/.test(textOf(line).trim()))
    const rows = left.filter(({ baseline, size }) => numbers.some((number) => Math.abs(number.baseline - baseline) < size * 0.5))
    return rows.length / left.length
  }
  return share(right) > NUMBERED.right && share(left) < NUMBERED.left
}

/** Returns whether few lines cross the gap where both columns are side by side, as below the title and the summary of an article. */
function isOpen(lines: ReflowLine[], columns: ReflowLine[][], at: number) {
  const top = Math.max(...columns.map((column) => Math.min(...column.map(({ baseline }) => baseline))))
  const bottom = Math.min(...columns.map((column) => Math.max(...column.map(({ baseline }) => baseline))))
  const beside = lines.filter(({ baseline }) => baseline >= top && baseline <= bottom)
  const crossing = beside.filter((line) => line.x < at && line.right > at).length
  return crossing <= (beside.length - crossing) * MAX_CROSSING
}

/** Returns whether two columns of running text are side by side. A column of numbers, as in a table of contents, is not a text column. */
function areColumns(left: ReflowLine[], right: ReflowLine[], width: number) {
  const isText = (lines: ReflowLine[]) => lines.filter((line) => line.right - line.x > width * 0.25).length >= MIN_LINES
  if (!isText(left) || !isText(right)) return false
  const range = (lines: ReflowLine[]) => [
    Math.min(...lines.map(({ baseline }) => baseline)),
    Math.max(...lines.map(({ baseline }) => baseline)),
  ]
  const [[top = 0, bottom = 0], [otherTop = 0, otherBottom = 0]] = [range(left), range(right)]
  const shared = Math.min(bottom, otherBottom) - Math.max(top, otherTop)
  return shared > Math.min(bottom - top, otherBottom - otherTop) * 0.5
}

/** Joins the parts of each line, and returns the lines from top to bottom. */
function joinRows(lines: ReflowLine[]): ReflowLine[] {
  const rows: ReflowLine[][] = []
  for (const line of lines.toSorted((one, other) => one.baseline - other.baseline)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (
      row &&
      first &&
      Math.abs(first.baseline - line.baseline) < Math.min(first.size, line.size) * 0.4 &&
      !row.some((other) => overlap(other, line))
    )
      row.push(line)
    else rows.push([line])
  }
  return rows.map(joinRow)
}

function overlap(one: ReflowLine, other: ReflowLine) {
  return Math.min(one.right, other.right) - Math.max(one.x, other.x) > 1
}

export function joinRow(row: ReflowLine[]): ReflowLine {
  const [first, ...others] = row.toSorted((one, other) => one.x - other.x) as [ReflowLine, ...ReflowLine[]]
  const spans = first.spans.map((span) => ({ ...span }))
  for (const other of others) {
    addSpan(spans, { text: ' ', style: '' })
    for (const span of other.spans) addSpan(spans, span)
  }
  const longest = row.reduce((one, other) => (other.right - other.x > one.right - one.x ? other : one))
  const { code: _, ...rest } = longest
  const code = joinCode([first, ...others])
  const whole = { ...rest, x: first.x, right: Math.max(...row.map(({ right }) => right)), spans, ...(code && { code }) }
  return others.length === 0 ? whole : { ...whole, cells: [first, ...others].flatMap((part) => part.cells ?? [part]) }
}
