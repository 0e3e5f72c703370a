import { MAX_PAGE_RUNS, MAX_PAGE_TEXT, type PageText, type TextRun } from '#contracts/book-pages.ts'

/** A piece of text as it is placed on a page; `size` is the height of the type, `isEnd` whether the line ends after it. */
export type PlacedText = { x: number; y: number; width: number; size: number; text: string; isRtl: boolean; isEnd: boolean }

/** A page's text in both forms. `content` has lines joined and hyphens at their ends removed. */
export type PageTextContent = PageText & { content: string }

/** Gaps wider than this share of the type's size stand for a space, … */
const SPACE = 0.15
/** … and wider than this, for what belongs to another column or cell. */
const COLUMN_GAP = 1.5

/** Joins placed pieces to runs, a line to each where possible. */
export function toPageText(pieces: PlacedText[]): PageTextContent {
  const lines = toLines(pieces)
  const runs = lines.flat().map(toRun).slice(0, MAX_PAGE_RUNS)
  const letters = { ltr: 0, rtl: 0 }
  for (const { isRtl, text } of pieces) letters[isRtl ? 'rtl' : 'ltr'] += text.length
  return { runs, direction: letters.rtl > letters.ltr ? 'rtl' : 'ltr', content: joinLines(lines) }
}

/** Pieces that follow each other on one baseline are a line; those close to each other, one piece of it. */
function toLines(pieces: PlacedText[]): PlacedText[][] {
  const lines: PlacedText[][] = []
  let line: PlacedText[] = []
  const end = () => {
    const kept = line.map((piece) => ({ ...piece, text: piece.text.trim() })).filter(({ text }) => text !== '')
    const last = kept.at(-1)
    if (last) last.isEnd = true
    if (last) lines.push(kept)
    line = []
  }
  for (const piece of pieces) {
    const last = line.at(-1)
    if (last && !isSameLine(last, piece)) end()
    const before = line.at(-1)
    if (before && belongsTo(before, piece)) extend(before, piece)
    else line.push({ ...piece, isEnd: false })
    if (piece.isEnd) end()
  }
  end()
  return lines
}

function isSameLine(one: PlacedText, other: PlacedText) {
  const middle = other.y + other.size / 2
  return Math.abs(one.y + one.size / 2 - middle) < Math.max(one.size, other.size) * 0.6
}

function gapBetween(one: PlacedText, other: PlacedText) {
  return other.isRtl ? one.x - (other.x + other.width) : other.x - (one.x + one.width)
}

function belongsTo(one: PlacedText, other: PlacedText) {
  const size = Math.max(one.size, other.size)
  const gap = gapBetween(one, other)
  if (other.text.trim() === '') return gap < size * COLUMN_GAP && other.width < size * COLUMN_GAP
  return Math.abs(one.size - other.size) < 0.5 && gap < size * COLUMN_GAP && gap > -size && one.isRtl === other.isRtl
}

function extend(one: PlacedText, other: PlacedText) {
  const isApart = gapBetween(one, other) > Math.max(one.size, other.size) * SPACE
  const needsSpace = isApart && !/\s$/.test(one.text) && !/^\s/.test(other.text)
  const right = Math.max(one.x + one.width, other.x + other.width)
  one.x = Math.min(one.x, other.x)
  one.width = right - one.x
  one.text += (needsSpace ? ' ' : '') + other.text
}

function toRun({ x, y, width, size, text, isEnd }: PlacedText): TextRun {
  const [left, top, wide, high] = [x, y, width, size].map((points) => Math.min(1e6, Math.max(-1e6, Math.round(points * 10) / 10)))
  return [left ?? 0, top ?? 0, wide ?? 0, high ?? 0, text.slice(0, MAX_PAGE_TEXT).toWellFormed(), isEnd ? 1 : 0]
}

function joinLines(lines: PlacedText[][]): string {
  let content = ''
  for (const line of lines) {
    for (const [index, piece] of line.entries()) {
      const before = index > 0 ? line[index - 1] : undefined
      const isHyphenated = !before && /\p{L}[-\u00ad\u2010]$/u.test(content) && /^\p{Ll}/u.test(piece.text)
      const isGlued = before && gapBetween(before, piece) < Math.min(before.size, piece.size) * SPACE
      if (isHyphenated) content = content.slice(0, -1) + piece.text
      else content += (content === '' || isGlued ? '' : ' ') + piece.text
    }
    if (content.length > MAX_PAGE_TEXT) break
  }
  return content.replaceAll('\u00ad', '').slice(0, MAX_PAGE_TEXT).toWellFormed()
}
