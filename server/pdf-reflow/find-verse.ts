import { firstWordWidth } from './group-lines.ts'
import { readMarker, readNoteMarker } from './markers.ts'
import { type Typesetting, toHalf } from './measure-type.ts'
import { isAll, type ReflowLine, textOf } from './reflow-line.ts'
import { LINE_END_HYPHEN } from './vocabulary.ts'

type Range = { from: number; to: number }
/** Lines from `from` up to `to` of a column. `turnovers` continue the line before them, for which the measure is too narrow. */
export type Verse = Range & { turnovers: ReadonlySet<ReflowLine> }

const ROOM = 1.35
/** Minimum share of line ends before which the next word would have fit, and minimum number of lines among lines of prose. */
const FREE = { share: 0.75, lines: 4 }
/** Maximum average width of the lines relative to the measure: in general, and where the measure is a guess. */
const SHORT = { usual: 0.85, guessed: 0.7 }
const CAPITALS = 0.7
/** Minimum share of line ends before which the next word would have fit in the measure of the widest line. */
const SURE = 0.2
/** Minimum indent of the rest of a line that is too long, relative to the font size. */
const HANG = 0.5
/** Share of lines that end a sentence from which on they are paragraphs of one line, such as speech. */
const SENTENCES = 0.6
const SENTENCE_END = /[.!?…。！？؟][”’"')\]»]*$/u
/** Maximum size of verse, and number of bold or capital lines that may be a heading. */
const HEADING = { size: 1.15, lines: 4 }
/** Maximum indent of a passage that is indented on both sides, as a share of the measure. */
const MAX_INDENT = 0.25

/**
 * Finds lines that end where their author ends them: verse, hymns, addresses, lists of names. Before most of their ends, the next line’s
 * first word would have fit. A vertical gap, as between stanzas, ends a range.
 */
export function findVerse(column: ReflowLine[], { left, right }: { left: number; right: number }, type: Typesetting): Verse[] {
  const found: (Verse & { isSure: boolean })[] = []
  for (const run of findRuns(column, type)) {
    const lines = column.slice(run.from, run.to)
    const measure = measureOf(lines, { left, right }, type)
    const isFree = lines.slice(0, -1).map((line, index) => isFreeEnd(line, lines[index + 1] as ReflowLine, measure.right))
    const whole = isFree.filter((free) => free).length >= isFree.length * FREE.share && isFree.length > 0
    const own = whole ? [{ from: 0, to: lines.length }] : findSegments(lines, isFree)
    for (const { from, to } of own)
      if (isVerse(lines.slice(from, to), measure, type)) {
        const isSure = isSurelyVerse(lines.slice(from, to))
        found.push({ from: run.from + from, to: run.from + to, turnovers: findTurnovers(lines.slice(from, to), measure.right), isSure })
      }
  }
  // A stanza whose lines are of nearly the same width is recognized by the stanza beside it.
  return found.filter(({ isSure, from, to }) => isSure || found.some((other) => other.isSure && (other.to === from || other.from === to)))
}

/** Finds the rests of long lines: each is indented below a line that is as wide as the widest and begins as others do. */
function findTurnovers(lines: ReflowLine[], measure: number): Set<ReflowLine> {
  const right = Math.max(...lines.map((line) => line.right))
  const turnovers = new Set<ReflowLine>()
  // An indent that lines have without need is that of every second line, as in hymns.
  const isForm = ({ x }: ReflowLine) =>
    lines.slice(1).some((other, index) => {
      const before = lines[index] as ReflowLine
      return Math.abs(other.x - x) < 1 && other.x - before.x > other.size * HANG && isFreeEnd(before, other, measure)
    })
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (!before || isFreeEnd(before, line, right)) continue
    const indent = line.x - before.x
    if (isForm(line)) continue
    const isUsual = lines.filter(({ x }) => Math.abs(x - before.x) < 1).length > 1
    if (!isUsual && !turnovers.has(before)) continue
    if (indent > line.size * HANG || (turnovers.has(before) && Math.abs(indent) < 1)) turnovers.add(line)
  }
  return turnovers
}

/**
 * Returns whether lines are more than prose in a narrow measure: some end early within a sentence, most begin with a capital, or every second
 * line is indented.
 */
function isSurelyVerse(lines: ReflowLine[]) {
  const alternates = lines.slice(1).every((line, index) => Math.abs(line.x - (lines[index] as ReflowLine).x) > line.size * HANG)
  if (alternates && lines.length >= FREE.lines) return true
  const right = Math.max(...lines.map((line) => line.right))
  const free = lines
    .slice(0, -1)
    .filter((line, index) => !SENTENCE_END.test(textOf(line).trim()) && isFreeEnd(line, lines[index + 1] as ReflowLine, right)).length
  const capitals = lines.slice(1).filter((line) => !/^\P{L}*\p{Ll}/u.test(textOf(line))).length
  return free >= (lines.length - 1) * SURE || capitals >= (lines.length - 1) * CAPITALS
}

function findRuns(column: ReflowLine[], type: Typesetting): Range[] {
  const runs: Range[] = []
  for (const [index, line] of column.entries()) {
    const before = column[index - 1]
    const last = runs.at(-1)
    const room = before ? line.baseline - before.baseline : 0
    const goesOn = before && toHalf(before.size) === toHalf(line.size) && room > 0 && room < type.leading(line.size) * ROOM
    // The first line may be a title.
    const isTitle = before && last && last.to - last.from === 1 && before.font !== line.font
    if (last && goesOn && !isTitle && isAll(before, 'b') === isAll(line, 'b')) last.to = index + 1
    else runs.push({ from: index, to: index + 1 })
  }
  return runs.filter(({ from, to }) => to - from > 1)
}

type Measure = { left: number; right: number; isGuess: boolean }

function measureOf(lines: ReflowLine[], edges: { left: number; right: number }, type: Typesetting): Measure {
  const page = lines[0]?.page ?? 0
  const start = Math.min(...lines.map(({ x }) => x))
  const usual = type.full(page)
  const isUsual = edges.left >= (type.left(page) ?? 0) - 2 && edges.right <= usual.right + 15
  const right = isUsual ? Math.max(usual.right, edges.right) : edges.right
  const indent = start - edges.left
  const inset = indent > 0 && indent < (right - edges.left) * MAX_INDENT ? indent : 0
  return { left: start, right: right - inset, isGuess: isUsual && usual.isGuess }
}

function isFreeEnd(line: ReflowLine, next: ReflowLine, right: number) {
  return right - line.right > firstWordWidth(next) + line.size * 0.8
}

/** Returns the longest sequences of lines with free ends within prose, without the last and the first line of the prose around them. */
function findSegments(lines: ReflowLine[], isFree: boolean[]): Range[] {
  const segments: Range[] = []
  for (let from = 0; from < lines.length; ) {
    let to = from
    while (isFree[to]) to += 1
    const isLast = to === lines.length - 1
    const isEnd = from > 0 && SENTENCE_END.test(textOf(lines[from] as ReflowLine).trim())
    const segment = { from: isEnd ? from + 1 : from, to: isLast ? to + 1 : to }
    if (segment.to - segment.from >= FREE.lines) segments.push(segment)
    from = to + 1
  }
  return segments
}

function isVerse(lines: ReflowLine[], { left, right, isGuess }: Measure, type: Typesetting): boolean {
  const texts = lines.map((line) => textOf(line).trim())
  const [first] = lines as [ReflowLine]
  if (first.size > type.size * HEADING.size) return false
  if (lines.length <= HEADING.lines && !type.isBold && lines.every((line) => isAll(line, 'b'))) return false
  if (lines.length <= HEADING.lines && texts.every((text) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text))) return false
  if (first.size < type.size * 0.93 && readNoteMarker(first)) return false
  const markers = lines.map((line) => readMarker(line))
  if (markers.some((marker) => marker?.isBullet) || markers.slice(1).some((marker) => marker)) return false
  if (texts.some((text, index) => LINE_END_HYPHEN.test(text) && /^\p{Ll}/u.test(texts[index + 1] ?? ''))) return false
  const ends = texts.slice(0, -1).filter((text) => SENTENCE_END.test(text)).length
  if (ends >= (texts.length - 1) * SENTENCES) return false
  const average = lines.reduce((sum, line) => sum + line.right - left, 0) / lines.length
  if (!isGuess) return average <= (right - left) * SHORT.usual
  const capitals = texts.filter((text) => !/^\P{L}*\p{Ll}/u.test(text)).length
  return average <= (right - left) * (capitals >= texts.length * CAPITALS ? SHORT.usual : SHORT.guessed)
}
