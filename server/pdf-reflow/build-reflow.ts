import { blockText } from '#contracts/reading/block-text.ts'
import type { BookPages } from '#contracts/reading/book-pages.ts'
import type { ReflowBlock, ReflowSpan } from '#contracts/reading/book-reflow.ts'
import { classifyColumn, type Draft } from './classify-lines.ts'
import { linesOfCode } from './code-text.ts'
import { findContents, withoutNumber } from './find-contents.ts'
import { isUnfinished } from './group-lines.ts'
import { findLevels } from './heading-levels.ts'
import { joinText } from './join-text.ts'
import { linkNotes } from './link-notes.ts'
import { readMarker, withoutMarker } from './markers.ts'
import { matchTitles, readTitles } from './match-titles.ts'
import { measureType } from './measure-type.ts'
import { orderLines } from './order-lines.ts'
import type { Box } from './picture-boxes.ts'
import { addSpan, type LineSpan, mostCommon, type ReflowLine, textOf } from './reflow-line.ts'
import { scoreReflow } from './reflow-score.ts'
import { findRunningHeads } from './running-heads.ts'
import { type MadePart, splitParts } from './split-parts.ts'
import { type IsWord, LINE_END_HYPHEN, readVocabulary, type Vocabulary } from './vocabulary.ts'

/** Minimum indent of a paragraph, relative to the font size. */
const INDENT = 0.7
const MAX_LINE_INDENT = 8
/** Maximum distance in points between the starts of a table's columns on two pages. */
const MAX_SHIFT = 4

type Picture = { kind: 'picture'; page: number; box: Box }
export type ReflowPage = { page: number; lines: ReflowLine[]; pictures: Box[]; width?: number }

/** Builds the reflowable text of a book from its pages, and a quality score. `uncertain` are pages with rows that may be a table. */
export function buildReflow(
  pages: ReflowPage[],
  { outline, isWord, ...signs }: { outline: BookPages['outline']; sidewaysShare: number; fieldCount: number; isWord?: IsWord | undefined },
): { parts: MadePart[]; score: number; removed: ReflowLine[]; uncertain: number[] } {
  const heads = findRunningHeads(pages.map(({ lines }) => lines))
  const ordered = pages.map((page) => ({ ...page, columns: orderLines(page.lines.filter((line) => !heads.has(line))) }))
  const columns = ordered.flatMap((page) => page.columns)
  const type = measureType(columns, mostCommon(pages.map(({ width = 0 }) => [width, 1])))
  const vocabulary = readVocabulary(
    columns.map((column) => column.map(textOf)),
    isWord,
  )
  let count = 0
  let contents: ReturnType<typeof findContents>
  const drafts = ordered.flatMap(({ page, columns: own, pictures }) => {
    const found = own.flatMap((column) => {
      contents = findContents(column, contents?.lastNumber)
      return classifyColumn(column, contents, ++count, type)
    })
    return placePictures(found, page, pictures)
  })
  const isDraft = (one: Draft | Picture): one is Draft => one.kind !== 'picture'
  const joined = joinDrafts(drafts, isDraft)
  const levels = findLevels(
    joined.filter((one) => isDraft(one)).filter(({ kind }) => kind === 'heading'),
    outline,
  )
  const entries = new Map<ReflowBlock, string>()
  const blocks = joined.flatMap((one): ReflowBlock[] => {
    if (!isDraft(one)) return [one]
    const made = toBlock(one, { vocabulary, level: levels.get(one) ?? 3, isBold: type.isBold })
    if (one.kind === 'contents-entry') for (const block of made) entries.set(block, withoutNumber(blockText(block)))
    return made
  })
  const score = scoreReflow(joined.filter(isDraft), { pageCount: pages.length, lines: columns.flat(), ...signs })
  const parts = splitParts(blocks, outline)
  linkContents(parts, entries)
  linkNotes(parts)
  const uncertain = joined.flatMap((one) => (isDraft(one) && one.isUncertain ? [one.page] : []))
  return { parts, score, removed: [...heads], uncertain: [...new Set(uncertain)] }
}

/** Inserts each picture before the first paragraph of its column that begins below the picture’s top. */
function placePictures(drafts: Draft[], page: number, boxes: Box[]): (Draft | Picture)[] {
  const placed: (Draft | Picture)[] = [...drafts]
  for (const box of boxes) {
    const picture: Picture = { kind: 'picture', page, box }
    const [left, top, width] = box
    const isBelow = (one: Draft | Picture) => one.kind !== 'picture' && (one.lines[0]?.baseline ?? 0) > top
    const isBeside = (one: Draft | Picture) => one.kind !== 'picture' && one.left < left + width && one.right > left
    const inColumn = placed.findIndex((one) => isBelow(one) && isBeside(one))
    const lastAbove = placed.findLastIndex((one) => isBeside(one) && !isBelow(one))
    placed.splice(inColumn !== -1 ? inColumn : lastAbove + 1 || placed.length, 0, picture)
  }
  return placed
}

function toBlock(
  draft: Draft,
  { vocabulary, level, isBold }: { vocabulary: Vocabulary; level: 1 | 2 | 3; isBold: boolean },
): ReflowBlock[] {
  const { kind, marker, page } = draft
  if (draft.table) return toTable(draft.table, page, vocabulary)
  if (kind === 'lines') return toLines(draft, vocabulary)
  if (kind === 'code') return [{ kind, page, text: [linesOfCode(draft.lines)] }]
  const [first, ...rest] = draft.lines as [ReflowLine, ...ReflowLine[]]
  const { spans, breaks } = joinText(marker ? [withoutMarker(first, marker), ...rest] : draft.lines, vocabulary)
  const text = toSpans(kind === 'heading' || isBold ? spans.map(withoutBold) : spans)
  if (text.length === 0) return []
  const words = { page, text, ...(breaks.length > 0 && { breaks }) }
  if (kind === 'heading') return [{ kind, level, ...words }]
  if (kind === 'list-item' && marker) return [{ kind, marker, ...words }]
  if (kind === 'contents-entry') return [{ kind: 'list-item', ...(marker && { marker }), ...words }]
  if (kind === 'note' && marker) return [{ kind, marker, ...words }]
  return [{ kind: kind === 'quote' ? 'quote' : 'paragraph', ...words }]
}

/** Joins lines with line feeds. An indent of a line is an em space for each em. */
function toLines({ lines: all, page, turnovers }: Draft, vocabulary: Vocabulary): ReflowBlock[] {
  const whole: ReflowLine[][] = []
  for (const line of all) {
    if (turnovers?.has(line)) whole.at(-1)?.push(line)
    else whole.push([line])
  }
  const lines = whole.map(([line]) => line as ReflowLine)
  const left = Math.min(...lines.map(({ x }) => x))
  const hasMarker = readMarker(lines[0] as ReflowLine) !== undefined
  const text = toSpans(
    lines.flatMap((line, index) => {
      const indent = hasMarker || isCentered(lines) ? 0 : Math.min(MAX_LINE_INDENT, Math.round((line.x - left) / line.size))
      const before = (index > 0 ? '\n' : '') + '\u2003'.repeat(indent)
      return [...(before === '' ? [] : [{ text: before, style: '' as const }]), ...joinText(whole[index] as ReflowLine[], vocabulary).spans]
    }),
  )
  return text.length === 0 ? [] : [{ kind: 'lines', page, text }]
}

function isCentered(lines: ReflowLine[]) {
  const middles = lines.map(({ x, right }) => (x + right) / 2)
  const starts = lines.map(({ x }) => x)
  return range(middles) < (lines[0]?.size ?? 0) && range(starts) > (lines[0]?.size ?? 0)
}

function range(values: number[]) {
  return Math.max(...values) - Math.min(...values)
}

function toTable({ rows, hasHead }: NonNullable<Draft['table']>, page: number, vocabulary: Vocabulary): ReflowBlock[] {
  const spans: LineSpan[] = []
  const breaks: [number, number][] = []
  let [length, current] = [0, page]
  const add = (span: LineSpan) => {
    addSpan(spans, span)
    length += span.text.length
  }
  for (const [index, row] of rows.entries()) {
    if (index > 0) add({ text: '\n', style: '' })
    const own = row.flat()[0]?.page ?? current
    if (own > current) {
      current = own
      breaks.push([length, own])
    }
    for (const [column, lines] of row.entries()) {
      if (column > 0) add({ text: '\t', style: '' })
      for (const span of joinText(lines, vocabulary).spans) add(index === 0 && hasHead ? withoutBold(span) : span)
    }
  }
  return [{ kind: 'table', ...(hasHead && { hasHead }), page, text: toSpans(spans), ...(breaks.length > 0 && { breaks }) }]
}

function withoutBold(span: LineSpan): LineSpan {
  return span.style === 'b' || span.style === 'bi' ? { ...span, style: span.style === 'b' ? '' : 'i' } : span
}

function toSpans(spans: LineSpan[]): ReflowSpan[] {
  const joined: LineSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const text = span.text.replaceAll('\u00ad', '')
    if (last && last.style === span.style) last.text += text
    else joined.push({ ...span, text })
  }
  return joined.filter(({ text }) => text !== '').map(({ text, style }) => (style === '' ? text : [text, style]))
}

/** Links entries of a table of contents to the headings with their titles. */
function linkContents(parts: MadePart[], titles: ReadonlyMap<ReflowBlock, string>): void {
  const pages = new Set([...titles.keys()].map(({ page }) => page))
  const places = readTitles(parts).filter(({ page }) => !pages.has(page))
  for (const [entry, { part, block }] of matchTitles([...titles], places)) if (entry.kind === 'list-item') entry.target = [part, block]
}

/** Joins blocks that continue in the next column or on the next page, skipping notes, captions and pictures. */
function joinDrafts<Other>(drafts: (Draft | Other)[], isDraft: (one: Draft | Other) => one is Draft): (Draft | Other)[] {
  const own = drafts.filter(isDraft)
  const indented = own.filter((draft) => draft.kind === 'paragraph' && draft.lines.length > 1 && isIndented(draft)).length
  const usesIndents = indented > own.filter(({ kind, lines }) => kind === 'paragraph' && lines.length > 1).length * 0.3
  const joined: (Draft | Other)[] = []
  let text: Draft | undefined
  let note: Draft | undefined
  for (const draft of drafts) {
    if (!isDraft(draft) || draft.kind === 'contents-entry') {
      joined.push(draft)
      continue
    }
    if (draft.kind === 'lines' || draft.kind === 'code' || draft.kind === 'table') {
      const last = joined.at(-1)
      if (draft.table && last && isDraft(last) && last.table && continuesTable(last, draft)) {
        const repeatsHead = rowText(last.table.rows[0]) === rowText(draft.table.rows[0])
        last.table.rows.push(...draft.table.rows.slice(repeatsHead ? 1 : 0))
        last.lines.push(...draft.lines)
        last.column = draft.column
      } else joined.push(draft)
      text = undefined
      continue
    }
    const open = [draft.isAside ? note : undefined, text].find((one) => one && goesOn(one, draft, usesIndents))
    if (open) {
      open.lines.push(...draft.lines)
      open.column = draft.column
      Object.assign(open, { left: draft.left, right: draft.right })
      continue
    }
    joined.push(draft)
    if (draft.kind === 'note') note = draft
    else if (draft.kind === 'heading') text = undefined
    else if (!draft.isAside || !text || text.isAside) text = draft
  }
  return joined
}

/** Returns whether a table at the top of a page has the columns of the table at the bottom of the page before. */
function continuesTable(last: Draft, draft: Draft): boolean {
  const [before, after] = [last.table?.rows ?? [], draft.table?.rows ?? []]
  if (draft.page !== (last.lines.at(-1)?.page ?? 0) + 1 || before[0]?.length !== after[0]?.length) return false
  const starts = (rows: ReflowLine[][][]) =>
    Array.from({ length: rows[0]?.length ?? 0 }, (_, column) => Math.min(...rows.flatMap((row) => (row[column] ?? []).map(({ x }) => x))))
  const [own, next] = [starts(before.slice(1)), starts(after)]
  return own.filter((x, column) => Math.abs(x - (next[column] ?? 0)) < MAX_SHIFT).length >= own.length - 1
}

function rowText(row: ReflowLine[][] | undefined) {
  return row?.map((cell) => cell.map(textOf).join(' ')).join('\t')
}

function goesOn(open: Draft, draft: Draft, usesIndents: boolean): boolean {
  if (draft.kind === 'heading' || draft.marker !== undefined || open.isAside !== draft.isAside) return false
  const [last, first] = [open.lines.at(-1) as ReflowLine, draft.lines[0] as ReflowLine]
  if (Math.abs(last.size - first.size) > first.size * 0.08) return false
  const text = textOf(last)
  const isFull = open.right - last.right < last.size * 1.2
  // Text that stops within a sentence at a picture continues after the picture.
  if (open.column === draft.column) return open.kind === draft.kind && isFull && isUnfinished(open.lines) && /^\p{Ll}/u.test(textOf(first))
  if (LINE_END_HYPHEN.test(text) && /^\p{Ll}/u.test(textOf(first))) return true
  if (open.kind === 'note' || draft.kind === 'note') return open.kind === 'note' && isUnfinished(open.lines)
  const isIndent = isIndented(draft)
  if (isUnfinished(open.lines)) return !isIndent || /^\p{Ll}/u.test(textOf(first))
  if (isFull && open.kind === draft.kind && /^\p{Ll}/u.test(textOf(first))) return true
  return usesIndents && isFull && !isIndent && open.kind === draft.kind && open.kind === 'paragraph'
}

/** Returns whether the first line of a paragraph is indented more than its other lines. */
function isIndented({ lines, left }: Draft): boolean {
  const [first, second] = lines as [ReflowLine, ReflowLine | undefined]
  return first.x - (second?.x ?? left) > first.size * INDENT
}
