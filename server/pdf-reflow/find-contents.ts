import { longestRising } from './longest-rising.ts'
import { type LineSpan, type ReflowLine, textOf } from './reflow-line.ts'
import { readRoman } from './running-heads.ts'

/** Table of contents in the rows of a column from `from` up to `to`: the lines of each entry, with the page number at the end. */
export type Contents = { from: number; to: number; entries: ReflowLine[][]; lastNumber: number }

/** Matches an entry of a table of contents: a title, optional dot leaders, and a page number. */
const ENTRY = /^(.*?\S)(?:(?:\s*[.·•…‥_]){2,}\s*|\s+)(\d{1,4}|[ivxlc]{1,7})$/u
/** Maximum length of an entry. A longer row is text. */
const LONGEST_ROW = 500
const TITLE = /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|contenido|índice|sumário)$/iu
/**
 * Minimum number of entries of a table of contents: `expected` applies below a title such as “Contents” or if the table continues from the
 * previous column.
 */
const MIN_ENTRIES = { expected: 2, elsewhere: 4 }
/**
 * Maximum number of rows in a column that is searched for a table of contents. No page of text has more rows, and comparing more would take
 * too long.
 */
const MAX_ROWS = 300
/** Minimum share of entries among the rows of a table of contents, from its first to its last entry. */
const MIN_SHARE = 0.7
/** Minimum width of the first line of a two-line entry in a table of contents, as a share of the width of the table. */
const FULL = 0.6
const LESS = 0.9
/** Offset added to Roman page numbers, so that they precede all Arabic page numbers. */
const ROMAN = -10_000

type Row = { line: ReflowLine; entry?: { title: string; digits: string; number: number } }

/**
 * Finds a table of contents in a column: most rows end with ascending page numbers. If `lastNumber` is given, the table may continue from
 * the previous column.
 */
export function findContents(column: ReflowLine[], lastNumber?: number): Contents | undefined {
  if (column.length > MAX_ROWS) return undefined
  const rows = column.map(readRow)
  const rising = longestRising(
    rows.filter(({ entry }) => entry && entry.number >= (lastNumber ?? Number.NEGATIVE_INFINITY)),
    ({ entry }) => entry?.number ?? 0,
    { mayRepeat: true },
  )
  const [first, last] = [rows.indexOf(rising[0] as Row), rows.indexOf(rising.at(-1) as Row)]
  const isExpected =
    lastNumber !== undefined ? first < 3 : rows.slice(0, Math.max(0, first)).some(({ line }) => TITLE.test(textOf(line).trim()))
  const isEnough = rising.length >= (isExpected ? MIN_ENTRIES.expected : MIN_ENTRIES.elsewhere)
  if (!isEnough || rising.length < (last - first + 1) * MIN_SHARE) return undefined
  const chosen = new Set(rising)
  const known = rows.map((row): Row => (chosen.has(row) ? row : { line: row.line }))
  const width = widthOf(known.slice(first, last + 1))
  const from = first > 0 && joins(known, first - 1, width) === 'next' ? first - 1 : first
  const to = last + 1 < rows.length && joins(known, last + 1, width) === 'before' ? last + 2 : last + 1
  return { from, to, entries: joinEntries(known, from, to, width), lastNumber: rising.at(-1)?.entry?.number ?? 0 }
}

function readRow(line: ReflowLine): Row {
  const text = textOf(line).trimEnd()
  const [, title, digits] = (text.length <= LONGEST_ROW && ENTRY.exec(text)) || []
  if (title === undefined || digits === undefined || !/\p{L}/u.test(title)) return { line }
  return { line, entry: { title, digits, number: /\d/.test(digits) ? Number(digits) : ROMAN + readRoman(digits) } }
}

function widthOf(rows: Row[]) {
  const left = Math.min(...rows.map(({ line }) => line.x))
  return Math.max(...rows.map(({ line }) => line.right)) - left
}

/** Returns whether a row without a page number belongs to the entry before it, to the next entry, or to none. */
function joins(rows: Row[], index: number, width: number): 'before' | 'next' | 'none' {
  const row = rows[index] as Row
  const isAlike = (other: Row | undefined) => other && Math.abs(other.line.size - row.line.size) < row.line.size * 0.08
  const [before, next] = [rows[index - 1], rows[index + 1]].map((other) => (isAlike(other) ? other : undefined))
  const above = before ? row.line.baseline - before.line.baseline : Number.POSITIVE_INFINITY
  const below = next ? next.line.baseline - row.line.baseline : usualGap(rows)
  if (before && (above < below * LESS || (/^\p{Ll}/u.test(textOf(row.line)) && before.entry))) return 'before'
  const isFull = row.line.right - row.line.x > width * FULL
  return next && isFull && below < row.line.size * 2 && below <= above / LESS ? 'next' : 'none'
}

function usualGap(rows: Row[]) {
  const gaps = rows.flatMap(({ line, entry }, index) => {
    const before = rows[index - 1]
    return entry && before?.entry ? [line.baseline - before.line.baseline] : []
  })
  return gaps.length > 0 ? Math.min(...gaps) : 0
}

function joinEntries(rows: Row[], from: number, to: number, width: number): ReflowLine[][] {
  const entries: { lines: ReflowLine[]; digits?: string }[] = []
  let isOpen = false
  for (let index = from; index < to; index++) {
    const { line, entry } = rows[index] as Row
    const joined = entry ? 'none' : joins(rows, index, width)
    const own = entry ? { ...line, spans: cutSpans(line.spans, entry.title.length) } : line
    const last = entries.at(-1)
    if (last && (isOpen || joined === 'before')) {
      last.lines.push(own)
      last.digits ??= entry?.digits
    } else entries.push({ lines: [own], digits: entry?.digits })
    isOpen = joined === 'next'
  }
  return entries.map(({ lines, digits }) => (digits ? lines.with(-1, withNumber(lines.at(-1) as ReflowLine, digits)) : lines))
}

function withNumber(line: ReflowLine, digits: string): ReflowLine {
  return { ...line, spans: [...line.spans, { text: ` ${digits}`, style: '' }] }
}

function cutSpans(spans: LineSpan[], length: number): LineSpan[] {
  let left = length
  return spans.flatMap((span) => {
    const text = span.text.slice(0, left)
    left -= text.length
    return text === '' ? [] : [{ ...span, text }]
  })
}

/** Returns the title of an entry in a table of contents, without its page number. */
export function withoutNumber(entry: string): string {
  return entry.replace(/ (?:\d{1,4}|[ivxlc]{1,7})$/, '')
}
