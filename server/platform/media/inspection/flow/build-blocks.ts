import { type FlowLine, isAll, mostCommon, textOf } from './flow-line.ts'
import { readMarker } from './markers.ts'
import { type Typesetting, toHalf } from './measure-type.ts'

/** Lines that belong together, with the edges of the column that they stand in. */
export type LineGroup = {
  lines: FlowLine[]
  left: number
  right: number
  /** Room above in lines of its size; many at the top of a column */
  above: number
  below: number
}

/** In heights of the type. */
const INDENT = 0.7
const MAX_INDENT = 6
const ROOM = 1.35
const TERMINAL = /[.!?:;…。！？؟][”’"')\]»]*$/u

/** Divides a column into paragraphs, headings and the like: by room, size, indents and lines that end early. */
export function groupLines(column: FlowLine[], type: Typesetting): LineGroup[] {
  const { left, right } = findEdges(column, type)
  const groups: LineGroup[] = []
  for (const [index, line] of column.entries()) {
    const group = groups.at(-1)
    if (group && !startsGroup(line, group, { left, right, type, next: column[index + 1] })) group.lines.push(line)
    else groups.push({ lines: [line], left, right, above: Number.POSITIVE_INFINITY, below: Number.POSITIVE_INFINITY })
  }
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1]
    const [first, last] = [group.lines[0] as FlowLine, before?.lines.at(-1)]
    if (!before || !last) continue
    const room = first.baseline - last.baseline
    group.above = room / type.leading(first.size)
    before.below = room / type.leading(last.size)
  }
  return groups
}

function findEdges(column: FlowLine[], type: Typesetting) {
  const page = column[0]?.page ?? 0
  const body = column.filter((line) => toHalf(line.size) === type.size)
  const weigh = (key: 'x' | 'right') => mostCommon((body.length > 2 ? body : column).map((line) => [Math.round(line[key]), 1] as const))
  const [usualLeft, usualRight] = [type.left(page), type.right(page)]
  const isUsual = (own: number | undefined, usual: number | undefined) =>
    own !== undefined && usual !== undefined && Math.abs(own - usual) < 45
  const isWhole =
    isUsual(weigh('x'), usualLeft) && (isUsual(weigh('right'), usualRight) || column.every((line) => line.right <= (usualRight ?? 0) + 2))
  const left = isWhole && column.some((line) => Math.abs(line.x - (usualLeft ?? 0)) < 2) ? usualLeft : weigh('x')
  const right = isWhole ? Math.max(usualRight ?? 0, weigh('right') ?? 0) : Math.max(...column.map((line) => line.right))
  return { left: left ?? 0, right }
}

function startsGroup(
  line: FlowLine,
  { lines }: LineGroup,
  { left, right, type, next }: { left: number; right: number; type: Typesetting; next: FlowLine | undefined },
): boolean {
  const before = lines.at(-1) as FlowLine
  const size = Math.max(line.size, before.size)
  const room = line.baseline - before.baseline
  const leading = type.leading(size)
  if (Math.abs(line.size - before.size) > size * 0.08 || room > leading * ROOM || room < leading * 0.3) return true
  const text = textWithoutRaised(before)
  const isShort = right - before.right > size * 1.2
  const isEnded = TERMINAL.test(text)
  const fits = isShort && right - before.right > firstWordWidth(line) + size * 0.8
  if (isAll(before, 'b') !== isAll(line, 'b') && !type.isBold && (fits || isAll(before, 'b'))) return fits || room > leading * 1.1
  if (size > type.size * 1.15) return false
  const marker = readMarker(line)
  if (marker?.isBullet || (marker && (isEnded || fits))) return true
  const indent = (line.x - before.x) / size
  if (indent > INDENT) {
    if (indent > MAX_INDENT) return true
    const isHanging = !isEnded && (!fits || lines.length > 1 || (next !== undefined && Math.abs(next.x - line.x) < 1))
    return !isHanging || (before.x > left + size * INDENT && lines.length > 1)
  }
  if (indent < -INDENT) return lines.length > 1 ? true : fits || readMarker(before) !== undefined
  return fits && (isEnded || right - before.right > (right - left) * 0.25)
}

function textWithoutRaised(line: FlowLine) {
  return textOf({ spans: line.spans.filter(({ style }) => style !== 'sup') }).trim()
}

function firstWordWidth(line: FlowLine) {
  const text = textOf(line)
  return ((line.right - line.x) * (text.indexOf(' ') === -1 ? text.length : text.indexOf(' '))) / Math.max(1, text.length)
}

/** Whether a text goes on after these lines: it stops within a sentence. */
export function isUnfinished(lines: FlowLine[]): boolean {
  const last = lines.at(-1)
  return last !== undefined && !TERMINAL.test(textWithoutRaised(last))
}
