import type { Table } from './find-tables.ts'
import { readMarker, readNoteMarker } from './markers.ts'
import { isSetJustified, type Typesetting, toHalf } from './measure-type.ts'
import { isAll, mostCommon, type ReflowLine, textOf } from './reflow-line.ts'
import { LINE_END_HYPHEN } from './vocabulary.ts'

/** Consecutive lines that form a paragraph, heading or other group, with the edges of their column. */
export type LineGroup = {
  lines: ReflowLine[]
  left: number
  right: number
  /** Space above as a multiple of the leading; infinite at the top of a column */
  above: number
  below: number
  fixed?: FixedRange['fixed']
}

/** Lines from `from` up to `to` of a column that form a group of a known kind. */
export type FixedRange = {
  from: number
  to: number
  fixed:
    | { kind: 'lines'; isUncertain?: boolean; turnovers?: ReadonlySet<ReflowLine> }
    | { kind: 'code' }
    | { kind: 'table'; table: Pick<Table, 'rows' | 'hasHead'> }
}

/** Minimum and maximum indent of a paragraph's first or hanging lines, relative to the font size. */
const INDENT = 0.7
const MAX_INDENT = 6
const ROOM = 1.35
/** Minimum number of lines for detecting whether a column is justified. */
const MIN_LINES = 8
const TERMINAL = /[.!?:;…。！？؟][”’"')\]»]*$/u

/** Divides the lines of a column into paragraphs, headings and other groups by spacing, font size, indents and short lines. */
export function groupLines(
  column: ReflowLine[],
  type: Typesetting,
  findFixed: (edges: { left: number; right: number }) => FixedRange[] = () => [],
): LineGroup[] {
  const { left, right } = findEdges(column, type)
  const ranges = findFixed({ left, right })
  const isJustified = column.length < MIN_LINES ? type.isJustified : isSetJustified([column])
  const groups: LineGroup[] = []
  for (const [index, line] of column.entries()) {
    const range = ranges.find(({ from, to }) => index >= from && index < to)
    if (range) {
      if (index === range.from)
        groups.push({ lines: [], left, right, above: Number.POSITIVE_INFINITY, below: Number.POSITIVE_INFINITY, fixed: range.fixed })
      groups.at(-1)?.lines.push(line)
      continue
    }
    const group = groups.at(-1)?.fixed ? undefined : groups.at(-1)
    const full = isJustified && group ? localRight(group.lines, contiguous(column.slice(index, index + 2), type)) : right
    const next = column[index + 1]
    if (group && splitsSingleLines(line, group, left)) {
      // The last line of the group begins a paragraph, which the current line continues. The lines before it are paragraphs of a single
      // line each.
      const first = group.lines.pop() as ReflowLine
      groups.push({ ...group, lines: [first, line] })
    } else if (group && !startsGroup(line, group, { left, right: full, width: right - left, isJustified, type, next }))
      group.lines.push(line)
    else groups.push({ lines: [line], left, right, above: Number.POSITIVE_INFINITY, below: Number.POSITIVE_INFINITY })
  }
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1]
    const [first, last] = [group.lines[0] as ReflowLine, before?.lines.at(-1)]
    if (!before || !last) continue
    const room = first.baseline - last.baseline
    group.above = room / type.leading(first.size)
    before.below = room / type.leading(last.size)
  }
  return groups
}

function findEdges(column: ReflowLine[], type: Typesetting) {
  const page = column[0]?.page ?? 0
  const body = column.filter((line) => toHalf(line.size) === type.size)
  const usual = { left: type.left(page) ?? 0, right: type.right(page) ?? 0 }
  const widest = Math.max(...column.map((line) => line.right))
  const isWhole = column.some((line) => Math.abs(line.x - usual.left) < 2) && (column.length < 3 || widest > usual.right - 40)
  if (isWhole && widest < usual.right + 15) return usual
  const left = mostCommon((body.length > 2 ? body : column).map((line) => [Math.round(line.x), 1] as const)) ?? 0
  return { left, right: widest }
}

/** Returns the right edge of the lines around the end of a group. The edge is further left beside a picture and in a quotation. */
function localRight(group: ReflowLine[], following: ReflowLine[]) {
  const around = group.length > 1 ? group.slice(-3) : [...group, ...following]
  return Math.max(...around.map(({ right }) => right))
}

/** Returns the lines up to the first large vertical gap. */
function contiguous(lines: ReflowLine[], type: Typesetting): ReflowLine[] {
  const end = lines.findIndex(
    (line, index) => index > 0 && line.baseline - (lines[index - 1] as ReflowLine).baseline > type.leading(line.size) * ROOM,
  )
  return end === -1 ? lines : lines.slice(0, end)
}

/**
 * Returns whether a line at the left edge continues the indented line before it, while all earlier indented lines of its group are
 * paragraphs of a single line.
 */
function splitsSingleLines(line: ReflowLine, { lines }: LineGroup, left: number) {
  const before = lines.at(-1) as ReflowLine
  const isIndented = (one: ReflowLine) => Math.abs(one.x - before.x) < 1 && one.x - left > one.size * INDENT
  if (lines.length < 2 || lines.length > 3 || Math.abs(line.x - left) > 2 || !lines.every(isIndented)) return false
  const isEnded = (one: ReflowLine) => TERMINAL.test(textWithoutRaised(one))
  return lines.slice(0, -1).every(isEnded) && !isEnded(before) && line.baseline - before.baseline < line.size * 2
}

type Surroundings = {
  left: number
  /** Right edge of a full line near the current line */
  right: number
  width: number
  isJustified: boolean
  type: Typesetting
  next: ReflowLine | undefined
}

function startsGroup(line: ReflowLine, { lines }: LineGroup, { left, right, width, isJustified, type, next }: Surroundings): boolean {
  const before = lines.at(-1) as ReflowLine
  const size = Math.max(line.size, before.size)
  const room = line.baseline - before.baseline
  const leading = type.leading(size)
  if (Math.abs(line.size - before.size) > size * 0.08 || room > leading * ROOM || room < leading * 0.3) return true
  const text = textWithoutRaised(before)
  if (LINE_END_HYPHEN.test(text) && /^\p{Ll}/u.test(textOf(line))) return false
  const lacks = right - before.right
  const isEnded = TERMINAL.test(text)
  // In justified text, only the last line of a paragraph is short.
  const fits = isJustified ? lacks > size * 0.5 : lacks > firstWordWidth(line) + size * 0.8
  if (isAll(before, 'b') !== isAll(line, 'b') && !type.isBold && (fits || isAll(before, 'b'))) return fits || room > leading * 1.1
  if (size > type.size * 1.15) return false
  const marker = readMarker(line)
  const isDashed = marker?.isDash && !isSameMarker(lines[0] as ReflowLine, line)
  // A dash at the start of a line may belong to the sentence of the line before.
  if (isDashed ? fits || Math.abs(line.x - before.x) > size * INDENT : marker?.isBullet || (marker && (isEnded || fits))) return true
  // A line beside a picture continues its paragraph despite varying indents. A line that ends with a number may belong to an index.
  if (!isEnded && /^\p{Ll}/u.test(textOf(line)) && toHalf(size) === type.size && !/\d\W*$/.test(text) && !(isJustified && fits))
    return false
  const indent = (line.x - before.x) / size
  const hangs = lines.length === 1 && (readMarker(before) ?? readNoteMarker(before)) !== undefined
  if (hangs && indent > 0.3 && indent < MAX_INDENT) return false
  if (indent > INDENT) {
    if (indent > MAX_INDENT) return true
    const isHanging = !isEnded && (!fits || lines.length > 1 || (next !== undefined && Math.abs(next.x - line.x) < 1))
    return !isHanging || (before.x > left + size * INDENT && lines.length > 1)
  }
  if (indent < -INDENT) return lines.length > 1 || fits || readMarker(before) !== undefined
  return fits && (isEnded || isJustified || lacks > width * 0.25)
}

function isSameMarker(first: ReflowLine, line: ReflowLine) {
  return readMarker(first)?.text === readMarker(line)?.text && Math.abs(first.x - line.x) < 1
}

function textWithoutRaised(line: ReflowLine) {
  return textOf({ spans: line.spans.filter(({ style }) => style !== 'sup') }).trim()
}

/** Scripts in which lines may end after each letter. */
const WITHOUT_SPACES = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u

/** Returns the width of the first word of a line, which would have to fit in the line before. */
export function firstWordWidth(line: ReflowLine) {
  const text = textOf(line)
  const length = WITHOUT_SPACES.test(text) ? 1 : text.includes(' ') ? text.indexOf(' ') : text.length
  return ((line.right - line.x) * length) / Math.max(1, text.length)
}

/** Returns whether lines end within a sentence, so that the text continues elsewhere. */
export function isUnfinished(lines: ReflowLine[]): boolean {
  const last = lines.at(-1)
  return last !== undefined && !TERMINAL.test(textWithoutRaised(last))
}
