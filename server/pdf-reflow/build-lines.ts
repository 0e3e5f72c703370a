import { type LetterOf, measureLetters, toCode } from './code-text.ts'
import { gapBetween, inReadingOrder, isSameLine, type PlacedText, SPACE } from './placed-text.ts'
import { addSpan, type LineSpan, mostCommon, type ReflowLine, type SpanStyle } from './reflow-line.ts'

/** Minimum width of a gap between columns or table cells, as a multiple of the font size. */
const CELL_GAP = 1.8
/** Minimum width of a gap that may be one between table cells if other lines have the same gap. */
const POSSIBLE_CELL_GAP = 0.6
/** Minimum width of a possible gap in letters of the same width, whose space is wider than that of other fonts. */
const LETTERS = 1.6
/** Maximum size and minimum rise of a superscript note number, relative to the line's font size. */
const RAISED = { size: 0.82, by: 0.12 }
/** Minimum size of a drop cap, relative to the lines beside it. */
const DROP_CAP = 1.9

/** Returns the text style of a font in the document. */
type StyleOf = (font: string) => SpanStyle

/** Builds the lines of a page from its pieces of text. A line across several columns or table cells is split into one line for each. */
export function buildLines(
  pieces: PlacedText[],
  {
    page,
    width,
    styleOf,
    isCodeFont = () => false,
  }: { page: number; width: number; styleOf: StyleOf; isCodeFont?: (font: string) => boolean },
): ReflowLine[] {
  const turn = mostCommon(pieces.map((piece) => [piece.turn, piece.text.trim().length] as const))
  const upright = pieces.filter((piece) => piece.turn === turn && !piece.isVertical)
  const letters = upright.reduce((sum, { isRtl, text }) => sum + (isRtl ? 1 : -1) * text.trim().length, 0)
  const letterOf = measureLetters(upright, isCodeFont)
  const cellGap = ({ size }: PlacedText) => size * CELL_GAP
  const possibleGap = (piece: PlacedText) => Math.max(piece.size * POSSIBLE_CELL_GAP, (letterOf(piece) ?? 0) * LETTERS)
  const lines = groupByLine(withoutDoubles(upright)).flatMap((line) =>
    splitCells(line, cellGap).map((cell) =>
      withCells(toLine(cell, { page, styleOf, letterOf }), () =>
        splitCells(cell, possibleGap).map((part) => toLine(part, { page, styleOf, letterOf })),
      ),
    ),
  )
  const found = lines.filter((line): line is ReflowLine => line !== undefined)
  const mirror = ({ cells, code: _, ...line }: ReflowLine): ReflowLine => ({
    ...line,
    x: width - line.right,
    right: width - line.x,
    ...(cells && { cells: cells.map(mirror) }),
  })
  return joinDropCaps(letters > 0 ? found.map(mirror) : found)
}

function withCells(line: ReflowLine | undefined, split: () => (ReflowLine | undefined)[]): ReflowLine | undefined {
  const cells = line ? split().filter((cell) => cell !== undefined) : []
  return line && cells.length > 1 ? { ...line, cells } : line
}

/** Removes duplicate pieces of text: some documents imitate bold letters by drawing them twice. */
function withoutDoubles(pieces: PlacedText[]): PlacedText[] {
  const seen = new Map<string, PlacedText[]>()
  return pieces.filter((piece) => {
    if (piece.text.trim() === '') return true
    const same = seen.get(piece.text) ?? []
    if (same.some(({ x, baseline, size }) => Math.abs(x - piece.x) < size * 0.12 && Math.abs(baseline - piece.baseline) < size * 0.12))
      return false
    seen.set(piece.text, [...same, piece])
    return true
  })
}

function groupByLine(pieces: PlacedText[]): PlacedText[][] {
  const lines: PlacedText[][] = []
  let line: PlacedText[] = []
  let ended = false
  for (const piece of pieces) {
    const last = line.findLast(({ text }) => text.trim() !== '') ?? line.at(-1)
    if (last && piece.text !== '') {
      const goesOn = isSameLine(last, piece) && Math.abs(last.size - piece.size) < Math.max(last.size, piece.size) * 0.6
      const gap = gapBetween(last, piece)
      const isNext = gap > -last.size * 0.5 && gap < last.size * CELL_GAP
      if (!goesOn || (ended && !isNext)) {
        lines.push(line)
        line = []
      }
    }
    if (piece.text !== '') {
      line.push(piece)
      ended = piece.isEnd
    } else ended ||= piece.isEnd
  }
  return [...lines, line]
}

function splitCells(line: PlacedText[], widest: (piece: PlacedText) => number): PlacedText[][] {
  const goesBack = line.some((piece, index) => index > 0 && piece.x < (line[index - 1] as PlacedText).x - piece.size * 0.5)
  const ordered = inReadingOrder(goesBack && !line.some(({ isRtl }) => isRtl) ? line.toSorted((one, other) => one.x - other.x) : line)
  const cells: PlacedText[][] = [[]]
  let last: PlacedText | undefined
  for (const piece of ordered) {
    if (piece.text.trim() !== '') {
      if (last && Math.abs(gapBetween(last, piece)) > Math.max(widest(last), widest(piece))) cells.push([])
      last = piece
    }
    cells.at(-1)?.push(piece)
  }
  return cells
}

function toLine(
  pieces: PlacedText[],
  { page, styleOf, letterOf }: { page: number; styleOf: StyleOf; letterOf: LetterOf },
): ReflowLine | undefined {
  const printed = pieces.filter(({ text }) => text.trim() !== '')
  if (printed.length === 0) return undefined
  const weighed = (key: 'size' | 'baseline' | 'font') => mostCommon(printed.map((piece) => [piece[key], piece.text.trim().length] as const))
  const [size, baseline, font] = [weighed('size') as number, weighed('baseline') as number, weighed('font') as string]
  const spans: LineSpan[] = []
  let [before, hasSpace]: [PlacedText | undefined, boolean] = [undefined, false]
  for (const piece of pieces) {
    const text = piece.text.replace(/\s+/g, ' ')
    if (text.trim() === '') hasSpace ||= before !== undefined
    else {
      const gap = before ? gapBetween(before, piece) : 0
      const isApart = before && (gap > Math.min(before.size, piece.size) * SPACE || gap < -piece.size)
      const style = isRaised(piece, { size, baseline }) ? 'sup' : styleOf(piece.font)
      if (before && (hasSpace || isApart || text.startsWith(' '))) addSpan(spans, { text: ' ', style: spans.at(-1)?.style ?? '' })
      addSpan(spans, { text: text.trim(), style })
      before = piece
      hasSpace = text.endsWith(' ')
    }
  }
  const [x, right] = [Math.min(...printed.map((piece) => piece.x)), Math.max(...printed.map((piece) => piece.x + piece.width))]
  const code = toCode(printed, letterOf)
  return { page, x, right, baseline, size, font, spans, ...(code && { code }) }
}

function isRaised(piece: PlacedText, line: { size: number; baseline: number }) {
  return piece.size < line.size * RAISED.size && line.baseline - piece.baseline > line.size * RAISED.by && piece.text.trim().length <= 5
}

/** Joins each drop cap with the line that starts beside its top. */
function joinDropCaps(lines: ReflowLine[]): ReflowLine[] {
  const joined = [...lines]
  for (const cap of lines) {
    const text = cap.spans.map((span) => span.text).join('')
    if (!/^[“"‘'«]?\p{Lu}$/u.test(text)) continue
    const beside = joined.filter(
      (line) =>
        line !== cap &&
        cap.size > line.size * DROP_CAP &&
        line.x >= cap.x &&
        line.x - cap.right < line.size &&
        line.baseline <= cap.baseline + line.size * 0.3 &&
        line.baseline > cap.baseline - cap.size,
    )
    const first = beside.toSorted((one, other) => one.baseline - other.baseline)[0]
    if (!first) continue
    const [head, ...rest] = first.spans
    const separator = /^(?:A|I)$/.test(text) && !/^[’']/.test(head?.text ?? '') ? DROP_CAP_WORD : ''
    const spans = [{ text: text + separator + (head?.text ?? ''), style: head?.style ?? ('' as const) }, ...rest]
    const { cells: _, ...whole } = { ...first, spans }
    for (const line of beside) if (line !== first) joined[joined.indexOf(line)] = { ...line, x: cap.x }
    joined[joined.indexOf(first)] = { ...whole, x: cap.x }
    joined.splice(joined.indexOf(cap), 1)
  }
  return joined
}

/** Zero-width space after a drop cap that may be a word by itself, which the book's vocabulary decides later. */
export const DROP_CAP_WORD = '\u200b'
