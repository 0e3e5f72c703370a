import { joinRow } from './order-lines.ts'
import { mostCommon, type ReflowLine, textOf } from './reflow-line.ts'

/** Number of rows at the top and at the bottom of a page that may be running heads and page numbers. */
const OUTER_ROWS = 2
/** Maximum differences in points at which rows of different pages count as having the same position and font size. */
const SAME = { baseline: 2.5, size: 0.6 }
const MIN_PAGES = 3
/**
 * Minimum share of running heads and page numbers among the rows at a position. From this share on, all rows at the position in the same
 * font count as running heads.
 */
const MIN_SHARE = 0.5

type Row = {
  page: number
  lines: ReflowLine[]
  text: string
  baseline: number
  size: number
  font: string
  edge: 'top' | 'bottom'
  gap: number
}

/**
 * Finds running heads and page numbers. Their position is near the edge of the page, where most rows repeat a text of other pages or
 * contain their page number. Other rows at this position in the same font and size count as running heads, too.
 */
export function findRunningHeads(pages: ReflowLine[][]): Set<ReflowLine> {
  const rows = pages.flatMap((lines) => outerRows(lines))
  const numbers = findNumbering(rows)
  const repeated = countRepeats(rows)
  const isSure = (row: Row) => numbers.has(row) || (repeated.get(keyOf(row)) ?? 0) >= MIN_PAGES
  const heads = new Set<ReflowLine>()
  const found = new Set<string>()
  const elsewhere: Row[] = []
  for (const place of groupByPlace(rows)) {
    const sure = place.filter(isSure)
    if (sure.length < MIN_PAGES || sure.length < place.length * MIN_SHARE) {
      // A row that contains only its page number counts as a running head at any position, such as below the last line of a half-empty
      // page.
      for (const row of place) if (numbers.has(row) && isOnlyNumber(row.text)) for (const line of row.lines) heads.add(line)
      elsewhere.push(...place)
      continue
    }
    const font = mostCommon(sure.map((row) => [`${row.font} ${row.size.toFixed(0)}`, 1] as const))
    for (const row of place) {
      const isAlike = `${row.font} ${row.size.toFixed(0)}` === font && row.gap > row.size * 1.8
      if (!isSure(row) && !isAlike) continue
      if (!isOnlyNumber(row.text)) found.add(keyOf(row))
      for (const line of row.lines) heads.add(line)
    }
  }
  // Known running heads also count at other positions, as on a page of another size or with another margin.
  for (const row of elsewhere) if (found.has(keyOf(row))) for (const line of row.lines) heads.add(line)
  return heads
}

function outerRows(lines: ReflowLine[]): Row[] {
  const rows: ReflowLine[][] = []
  for (const line of lines.toSorted((one, other) => one.baseline - other.baseline)) {
    const first = rows.at(-1)?.[0]
    if (first && Math.abs(first.baseline - line.baseline) < Math.min(first.size, line.size) * 0.5) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const toRow = (edge: Row['edge']) => (row: ReflowLine[]) => {
    const index = rows.indexOf(row)
    const whole = joinRow(row)
    const beside = rows[edge === 'top' ? index + 1 : index - 1]?.[0]
    const gap = beside ? Math.abs(beside.baseline - whole.baseline) : Number.POSITIVE_INFINITY
    return { page: whole.page, lines: row, text: textOf(whole), baseline: whole.baseline, size: whole.size, font: whole.font, edge, gap }
  }
  const top = rows.slice(0, OUTER_ROWS)
  const bottom = rows.slice(-OUTER_ROWS)
  return [...top.map(toRow('top')), ...bottom.map(toRow('bottom'))]
}

/** Returns a key of the letters in a row, so that “12 Chapter one” and “Chapter one 13” have the same key. */
function keyOf({ text, edge, size }: Row) {
  const letters = text.toLowerCase().replace(/\b[ivxlc]+\b|[^\p{L}]/gu, '')
  return `${edge} ${size.toFixed(0)} ${letters === '' ? text.replace(/\d+/g, '#') : letters}`
}

function countRepeats(rows: Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) if (!isOnlyNumber(row.text)) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}

function isOnlyNumber(text: string) {
  return /^[\s\-–—[\]()|·•]*(?:(?:page|p\.?|seite|página)\s*)?(?:\d{1,4}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|de)\s*\d{1,4})?[\s\-–—[\]()|·•]*$/i.test(
    text,
  )
}

/** Finds the rows that contain their page number. The difference between page index and number must be the same on several pages. */
function findNumbering(rows: Row[]): Set<Row> {
  const offsets = rows.flatMap((row) => readNumbers(row.text).map((number) => ({ row, offset: row.page - number })))
  const counts = new Map<number, Set<number>>()
  for (const { row, offset } of offsets) counts.set(offset, (counts.get(offset) ?? new Set()).add(row.page))
  return new Set(offsets.filter(({ offset }) => (counts.get(offset)?.size ?? 0) >= MIN_PAGES).map(({ row }) => row))
}

/** Reads the Arabic and Roman numbers at the beginning and the end of a row. */
function readNumbers(text: string): number[] {
  const arabic = [/^\W*(\d{1,4})\b/.exec(text)?.[1], /\b(\d{1,4})\W*$/.exec(text)?.[1]].filter((digits) => digits !== undefined).map(Number)
  const roman = [/^\W*([ivxlc]{1,8})\b/i.exec(text)?.[1], /\b([ivxlc]{1,8})\W*$/i.exec(text)?.[1]].filter((digits) => digits !== undefined)
  // The added fraction distinguishes Roman page numbers from equal Arabic page numbers in the same book.
  return [...new Set([...arabic, ...roman.map((digits) => readRoman(digits) + 0.5)])]
}

export function readRoman(digits: string): number {
  const values = [...digits.toLowerCase()].map((digit) => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[digit] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}

function groupByPlace(rows: Row[]): Row[][] {
  const places: Row[][] = []
  for (const edge of ['top', 'bottom'] as const) {
    for (const row of rows.filter((one) => one.edge === edge).toSorted((one, other) => one.baseline - other.baseline)) {
      const place = places.find(
        ([first]) =>
          first?.edge === edge && Math.abs(first.baseline - row.baseline) < SAME.baseline && Math.abs(first.size - row.size) < SAME.size,
      )
      if (place) place.push(row)
      else places.push([row])
    }
  }
  return places
}
