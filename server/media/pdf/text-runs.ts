import { MAX_PAGE_RUNS, MAX_PAGE_TEXT, type PageText, type TextRun } from '#contracts/reading/book-pages.ts'
import { gapBetween, inReadingOrder, isSameLine, type PlacedText, SPACE } from '#server/pdf-reflow/placed-text.ts'
import { type IsWord, keepsHyphen, readVocabulary, type Vocabulary } from '#server/pdf-reflow/vocabulary.ts'

/** Text of a page as runs and as a string. In `content`, lines are joined and hyphens at line ends are removed. */
export type PageTextContent = Pick<PageText, 'runs' | 'direction'> & { content: string }

type Piece = PlacedText & { hasSpaceBefore: boolean }

/** Minimum size of a drop cap, relative to the line beside it. */
const DROP_CAP = 1.9
const MAX_WORD = 100
/** Gaps wider than this multiple of the font size separate columns or cells. */
const COLUMN_GAP = 1.5

/**
 * Joins positioned pieces of text to runs, one for each line if possible. Runs are in the order of the file, which is the reading order in
 * files of nearly all publishing programs: columns follow each other.
 */
export function toPageText(pieces: PlacedText[], isWord?: IsWord): PageTextContent {
  const lines = toLines(pieces)
  const runs = lines.flatMap((line) => line.map((piece, index) => toRun(piece, index === line.length - 1)))
  const letters = { ltr: 0, rtl: 0 }
  for (const { isRtl, text } of pieces) letters[isRtl ? 'rtl' : 'ltr'] += text.trim().length
  return { runs: runs.slice(0, MAX_PAGE_RUNS), direction: letters.rtl > letters.ltr ? 'rtl' : 'ltr', content: joinLines(lines, isWord) }
}

/** Groups consecutive pieces of text on a baseline into lines, and joins the pieces of a line that are close to each other. */
function toLines(pieces: PlacedText[]): Piece[][] {
  const lines: Piece[][] = []
  let line: PlacedText[] = []
  for (const piece of pieces) {
    const last = line.at(-1)
    if (last && (last.isEnd || !isSameLine(last, piece))) {
      lines.push(joinPieces(line))
      line = []
    }
    line.push(piece)
  }
  lines.push(joinPieces(line))
  return joinDropCaps(lines.filter(({ length }) => length > 0))
}

/** Joins each drop cap with the line that starts beside its top, unless the drop cap may be a word by itself, as in “I led”. */
function joinDropCaps(lines: Piece[][]): Piece[][] {
  const joined: Piece[][] = []
  for (const line of lines) {
    const before = joined.at(-1)
    // Depending on its size, a drop cap is on the line of its word or alone on the line before.
    const whole = before?.length === 1 ? [...before, ...line] : line
    const [cap, first] = whole
    if (cap && first && isDropCap(cap, first)) {
      first.hasSpaceBefore = false
      if (whole !== line) joined.pop()
      joined.push(whole)
    } else joined.push(line)
  }
  return joined
}

function isDropCap(cap: Piece, first: Piece) {
  return (
    /^[“"‘'«]?\p{Lu}$/u.test(cap.text) &&
    (!/[AI]$/.test(cap.text) || /^[’']/.test(first.text)) &&
    /^[\p{L}’']/u.test(first.text) &&
    cap.turn === first.turn &&
    cap.size > first.size * DROP_CAP &&
    first.x >= cap.x &&
    first.x - (cap.x + cap.width) < first.size &&
    first.baseline <= cap.baseline + first.size * 0.3 &&
    first.baseline > cap.baseline - cap.size
  )
}

function joinPieces(line: PlacedText[]): Piece[] {
  const joined: Piece[] = []
  let hasSpaceBefore = false
  for (const piece of inReadingOrder(line)) {
    const text = piece.text.trim()
    if (text !== '') {
      const before = joined.at(-1)
      const isApart = before !== undefined && Math.abs(gapBetween(before, piece)) > Math.min(before.size, piece.size) * SPACE
      const hasSpace = hasSpaceBefore || isApart || /^\s/.test(piece.text)
      if (before && isJoined(before, piece)) extend(before, { ...piece, text: (hasSpace ? ' ' : '') + text })
      else joined.push({ ...piece, text, hasSpaceBefore: hasSpace })
      hasSpaceBefore = /\s$/.test(piece.text)
    } else if (piece.text !== '') hasSpaceBefore = true
  }
  return joined
}

function isJoined(one: PlacedText, other: PlacedText) {
  const size = Math.max(one.size, other.size)
  const gap = gapBetween(one, other)
  return Math.abs(one.size - other.size) < 0.5 && one.isRtl === other.isRtl && gap < size * COLUMN_GAP && gap > -size
}

function extend(one: Piece, other: PlacedText) {
  const right = Math.max(one.x + one.width, other.x + other.width)
  one.x = Math.min(one.x, other.x)
  one.width = right - one.x
  one.text += other.text
}

/** Converts a piece of text to a run with its box on the page. For vertical text, the height of the box is the length of the line. */
function toRun({ turn, x, y, width, size, text }: Piece, isLast: boolean): TextRun {
  const boxes = [
    [x, y, width, size],
    [-y - size, x, size, width],
    [-x - width, -y - size, width, size],
    [y, -x - width, size, width],
  ] as const
  const [left, top, wide, high] = boxes[turn]
  return [toTenths(left), toTenths(top), toTenths(wide), toTenths(high), text.slice(0, MAX_PAGE_TEXT).toWellFormed(), isLast ? 1 : 0]
}

function toTenths(points: number) {
  return Math.min(1e6, Math.max(-1e6, Math.round(points * 10) / 10))
}

function isHyphenOfWord(before: string, after: string, vocabulary: Vocabulary) {
  return !before.endsWith('\u00ad') && keepsHyphen(before.slice(0, -1).slice(-MAX_WORD), after.slice(0, MAX_WORD), vocabulary)
}

function joinLines(lines: Piece[][], isWord: IsWord | undefined): string {
  const vocabulary = readVocabulary(
    [
      lines.map((line) =>
        line
          .map(({ text, hasSpaceBefore }) => (hasSpaceBefore ? ` ${text}` : text))
          .join('')
          .trim(),
      ),
    ],
    isWord,
  )
  let content = ''
  for (const line of lines) {
    for (const [index, { text, hasSpaceBefore }] of line.entries()) {
      const isHyphenated = index === 0 && /\p{L}[-\u00ad\u2010]$/u.test(content) && /^\p{Ll}/u.test(text)
      if (isHyphenated) content = (isHyphenOfWord(content, text, vocabulary) ? content : content.slice(0, -1)) + text
      else content += (content !== '' && (index === 0 || hasSpaceBefore) ? ' ' : '') + text
    }
    if (content.length > MAX_PAGE_TEXT) break
  }
  return content.replaceAll('\u00ad', '').slice(0, MAX_PAGE_TEXT).toWellFormed()
}
