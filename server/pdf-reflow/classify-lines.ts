import { findCode } from './find-code.ts'
import type { Contents } from './find-contents.ts'
import { findLeaders } from './find-leaders.ts'
import { findTables, type Table } from './find-tables.ts'
import { findVerse } from './find-verse.ts'
import { type FixedRange, groupLines, isUnfinished, type LineGroup } from './group-lines.ts'
import { areInSequence, readMarker, readNoteMarker } from './markers.ts'
import { type Typesetting, toHalf } from './measure-type.ts'
import { isAll, type ReflowLine, textOf } from './reflow-line.ts'

export type Draft = {
  kind: 'heading' | 'paragraph' | 'quote' | 'list-item' | 'note' | 'contents-entry' | 'lines' | 'table' | 'code'
  marker?: string
  lines: ReflowLine[]
  page: number
  /** Number of the column, counted through the whole book */
  column: number
  left: number
  right: number
  /** Whether the text is smaller than the running text: captions, notes, small print */
  isAside: boolean
  table?: Pick<Table, 'rows' | 'hasHead'>
  /** Whether the lines may be a table whose columns were not found */
  isUncertain?: boolean
  /** Lines that continue the line before them */
  turnovers?: ReadonlySet<ReflowLine>
}

type Range = { from: number; to: number }

const LARGER = 1.12
const SMALLER = 0.93
const MAX_HEADING = { lines: 4, characters: 220 }
const ROOM = 1.35
/** Minimum indent of a quotation, relative to the font size. */
const QUOTE_INDENT = 0.9
/** Minimum indent of a list item's further lines, relative to the font size. */
const HANG = 0.7

/**
 * Classifies the lines of a column as headings, paragraphs, quotations, list items, notes or entries of a table of contents. `contents` is
 * the table of contents in the column.
 */
export function classifyColumn(lines: ReflowLine[], contents: Contents | undefined, column: number, type: Typesetting): Draft[] {
  const classify = (some: ReflowLine[]) =>
    classifyGroups(
      groupLines(some, type, (edges) => findFixed(some, edges, type)),
      column,
      type,
    )
  if (!contents) return classify(lines)
  const { from, to, entries } = contents
  const edges = { left: Math.min(...lines.map(({ x }) => x)), right: Math.max(...lines.map(({ right }) => right)) }
  const drafts = entries.map((own): Draft => {
    const [first] = own as [ReflowLine]
    const marker = readMarker(first)?.text
    return { kind: 'contents-entry', ...(marker && { marker }), lines: own, page: first.page, column, ...edges, isAside: false }
  })
  return [...classify(lines.slice(0, from)), ...drafts, ...classify(lines.slice(to))]
}

/** Finds the lines of a column that are not paragraphs: tables, and lines whose ends belong to the text. */
function findFixed(lines: ReflowLine[], edges: { left: number; right: number }, type: Typesetting): FixedRange[] {
  const code = findCode(lines, edges, type)
  const { tables: allTables, uncertain } = findTables(lines, type)
  const isFreeOf = (ranges: Range[]) => (range: Range) => ranges.every(({ from, to }) => to <= range.from || from >= range.to)
  const tables = allTables.filter(isFreeOf(code))
  const leaders = findLeaders(lines, type).filter(isFreeOf([...code, ...tables]))
  const found = [
    ...code.map(({ from, to }): FixedRange => ({ from, to, fixed: { kind: 'code' } })),
    ...[...tables, ...leaders].map(({ from, to, ...table }): FixedRange => ({ from, to, fixed: { kind: 'table', table } })),
    ...uncertain
      .filter(isFreeOf([...code, ...leaders]))
      .map(({ from, to }): FixedRange => ({ from, to, fixed: { kind: 'lines', isUncertain: true } })),
  ]
  const verse = findVerse(lines, edges, type).filter(isFreeOf(found))
  return [...found, ...verse.map(({ from, to, turnovers }): FixedRange => ({ from, to, fixed: { kind: 'lines', turnovers } }))]
}

/** Classifies the groups of lines in a column as headings, paragraphs, quotations, list items or notes. */
function classifyGroups(groups: LineGroup[], column: number, type: Typesetting): Draft[] {
  const drafts: Draft[] = []
  for (const [index, group] of groups.entries()) {
    const { lines, left, right } = group
    const first = lines[0] as ReflowLine
    const size = Math.max(...lines.map((line) => line.size))
    const isAside = toHalf(size) < type.size * SMALLER
    const beside = [groups[index - 1], groups[index + 1]]
    const draft: Draft = { kind: 'paragraph', lines, page: first.page, column, left, right, isAside }
    const before = drafts.at(-1)
    const marker = isAside ? readNoteMarker(first) : undefined
    const item = readMarker(first)
    if (group.fixed) Object.assign(draft, group.fixed)
    else if (isHeading(group, type)) draft.kind = 'heading'
    else if (marker && isAtBottom(groups, index, type)) Object.assign(draft, { kind: 'note', marker })
    else if (isAside && before?.kind === 'note' && isUnfinished(before.lines)) draft.kind = 'note'
    else if (item && !(item.isDash && isSpeech(groups, index)) && isItem(group, beside))
      Object.assign(draft, { kind: 'list-item', marker: item.text })
    else if (isQuote(group)) draft.kind = 'quote'
    drafts.push(draft)
  }
  return drafts
}

function isHeading({ lines, above, below }: LineGroup, type: Typesetting): boolean {
  const text = lines.map(textOf).join(' ')
  if (lines.length > MAX_HEADING.lines || text.length > MAX_HEADING.characters || !/\p{L}{2}/u.test(text)) return false
  const size = Math.min(...lines.map((line) => line.size))
  const isCapitals = /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
  if (size > type.size * LARGER) return !/[,;]$/.test(text)
  if (size < type.size * 0.8 || above < ROOM || lines.length > 2 || below === Number.POSITIVE_INFINITY) return false
  if (/[.,;!?…]["”’)\]]*$/.test(text) || /^[“"‘(*\d]/.test(text.replace(/^\d+(\.\d+)*\.?\s+\p{L}/u, ''))) return false
  // A page number at the end of the line marks an entry of a table of contents, not a heading.
  if (/\s(?:\d{1,4}|[ivxlc]+)$/.test(text) && !/^\p{L}+ \d+$/u.test(text)) return false
  const isBold = lines.every((line) => isAll(line, 'b')) && !type.isBold
  const isOtherFont = lines.every((line) => line.font !== type.font && line.spans.every(({ style }) => style === ''))
  const isItalic = lines.every((line) => isAll(line, 'i')) && text.length < 80 && below > 1.1
  return isBold || isCapitals || ((isOtherFont || isItalic) && above >= ROOM)
}

/** Returns whether a group of lines is at the bottom of its column, where notes are. */
function isAtBottom(groups: LineGroup[], index: number, type: Typesetting) {
  return groups
    .slice(index + 1)
    .every(({ lines }) => toHalf(Math.max(...lines.map((line) => line.size))) < type.size * SMALLER || isHeadingLike(lines))
}

function isHeadingLike(lines: ReflowLine[]) {
  return lines.length === 1 && textOf(lines[0] as ReflowLine).length < 60
}

/**
 * Returns whether a group of lines is a list item. A number isn't enough: the group needs a hanging indent, or another list item above or
 * below.
 */
function isItem({ lines }: LineGroup, beside: (LineGroup | undefined)[]) {
  const [first, second] = lines as [ReflowLine, ReflowLine | undefined]
  const marker = readMarker(first)
  if (!marker || marker.isBullet) return marker !== undefined
  if (second && second.x - first.x > first.size * HANG) return true
  return beside.some((group) => {
    const other = group && !group.fixed && readMarker(group.lines[0] as ReflowLine)
    return other && areInSequence(marker.text, other.text)
  })
}

/**
 * Returns whether a dash begins speech and not a list item. Items hang: their further lines are indented. Among groups of one line, those
 * of a list follow a colon, have a hyphen as their dash, or don’t end a sentence.
 */
function isSpeech(groups: LineGroup[], index: number): boolean {
  const isDashed = (group: LineGroup | undefined) => group && !group.fixed && readMarker(group.lines[0] as ReflowLine)?.isDash
  let [from, to] = [index, index]
  while (isDashed(groups[from - 1])) from -= 1
  while (isDashed(groups[to + 1])) to += 1
  const dashed = groups.slice(from, to + 1)
  const longer = dashed.filter(({ lines }) => lines.length > 1)
  const hangs = ({ lines: [first, second] }: LineGroup) => first && second && second.x - first.x > first.size * HANG
  if (longer.length > 0) return longer.filter(hangs).length < longer.length / 2
  const before = groups[from - 1]?.lines.at(-1)
  if ((before && /:\s*$/.test(textOf(before))) || /^-/.test(textOf(dashed[0]?.lines[0] as ReflowLine))) return false
  return dashed.filter(({ lines }) => !isUnfinished(lines)).length > dashed.length / 2
}

function isQuote({ lines, left, right, above, below }: LineGroup) {
  const [first] = lines as [ReflowLine]
  const indent = Math.min(...lines.map(({ x }) => x)) - left
  if (indent < first.size * QUOTE_INDENT) return false
  const isApart = above > ROOM && below > ROOM
  const isCentered = lines.every(
    (line) => Math.abs(line.x - left - (right - line.right)) < line.size * 0.5 && line.x - left > line.size * 3,
  )
  if (isCentered) return false
  return lines.length > 1 || (isApart && Number.isFinite(above) && textOf(first).length > 40)
}
