import { gapBetween, isSameLine, type PlacedText } from './placed-text.ts'

/** Texts of a page that are not part of the book's text. */
export type LeftOut = { watermarks: string[]; lineNumbers: number }

/** Minimum size of a watermark relative to the text that it crosses, and minimum number of its letters. */
const WATERMARK = { slanted: 1, upright: 2.2, letters: 3 }
/** Minimum number of pages with the same text at an angle at which the text is a watermark, though it crosses no other text. */
const REPEATED = 3
/** Points at which a watermark is compared with the text: number along it, and heights above its baseline, relative to its size. */
const SAMPLES = 24
const HEIGHTS = [0.1, 0.35, 0.6]
/** Minimum number of line numbers on a page, and minimum distance to the text, relative to the font size. */
const NUMBERS = { least: 5, gap: 0.6 }
/**
 * Beside numbers of each line, this share of the lines begins within a sentence; the lines of a numbered list don't. `cells` is the maximum
 * share of lines with a gap of `gap` times the font size, which the rows of a table have.
 */
const RUNNING = { within: 0.4, everyLine: 0.8, cells: 0.3, gap: 1.8 }

/** Divides the texts of a page into those of the book and those across or beside them: watermarks, and the numbers of manuscript lines. */
export function leaveOut(texts: PlacedText[]): { texts: PlacedText[]; left: LeftOut } {
  const watermarks = findWatermarks(texts)
  const numbers = findLineNumbers(texts)
  if (watermarks.size + numbers.size === 0) return { texts, left: { watermarks: [], lineNumbers: 0 } }
  const named = [...watermarks].map(({ text }) => text.trim().replace(/\s+/g, ' '))
  return {
    // A text that is left out may end a line.
    texts: texts.map((piece) => (watermarks.has(piece) || numbers.has(piece) ? { ...piece, text: '' } : piece)),
    left: { watermarks: [...new Set(named)], lineNumbers: numbers.size },
  }
}

/** Leaves out texts at an angle that are the same on several pages, also if they cross no other text. */
export function withoutRepeated(pages: PlacedText[][]): { texts: PlacedText[]; left: string[] }[] {
  const nameOf = ({ text }: PlacedText) => text.trim().replace(/\s+/g, ' ')
  const counts = new Map<string, number>()
  for (const texts of pages)
    for (const name of new Set(texts.filter(({ isSlanted }) => isSlanted).map(nameOf))) counts.set(name, (counts.get(name) ?? 0) + 1)
  const isRepeated = (piece: PlacedText) => piece.isSlanted && nameOf(piece) !== '' && (counts.get(nameOf(piece)) ?? 0) >= REPEATED
  return pages.map((texts) => ({
    texts: texts.map((piece) => (isRepeated(piece) ? { ...piece, text: '' } : piece)),
    left: [...new Set(texts.filter(isRepeated).map(nameOf))],
  }))
}

function findWatermarks(texts: PlacedText[]): Set<PlacedText> {
  const upright = texts.filter(({ turn, isSlanted, text }) => turn === 0 && !isSlanted && text.trim() !== '')
  const size = usualSize(upright)
  const crosses = (piece: PlacedText) => {
    const crossed = new Set<PlacedText>()
    for (const [x, y] of pointsAlong(piece))
      for (const other of upright) {
        if (other === piece || (!piece.isSlanted && other.size * WATERMARK.upright > piece.size)) continue
        if (x > other.x && x < other.x + other.width && y > other.baseline - other.size && y < other.baseline + other.size * 0.3)
          crossed.add(other)
      }
    return crossed.size >= (piece.isSlanted ? 1 : 2)
  }
  return new Set(
    texts.filter((piece) => {
      const least = piece.isSlanted ? WATERMARK.slanted : piece.turn === 0 ? WATERMARK.upright : undefined
      if (least === undefined || piece.size < size * least || piece.text.replace(/\s/g, '').length < WATERMARK.letters) return false
      return crosses(piece)
    }),
  )
}

function usualSize(texts: PlacedText[]) {
  const lengths = new Map<number, number>()
  for (const { size, text } of texts) lengths.set(Math.round(size), (lengths.get(Math.round(size)) ?? 0) + text.length)
  return [...lengths].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? 0
}

/** Points within the letters of a text, in coordinates of the page. */
function pointsAlong({ x, baseline, width, size, slant }: PlacedText): [number, number][] {
  const [dx, dy] = slant ? slant.direction : [1, 0]
  const [left, base] = slant ? slant.start : [x, baseline]
  return HEIGHTS.flatMap((height) =>
    Array.from({ length: SAMPLES }, (_, index): [number, number] => {
      const along = (width * (index + 0.5)) / SAMPLES
      return [left + dx * along + dy * size * height, base + dy * along - dx * size * height]
    }),
  )
}

/**
 * Finds the numbers beside the lines of a manuscript. Each number is as much higher than the number before as lines are between them, and
 * the lines are running text: the numbers of a list or a table don't count.
 */
function findLineNumbers(texts: PlacedText[]): Set<PlacedText> {
  const printed = texts.filter(({ text, turn, isVertical }) => text.trim() !== '' && turn === 0 && !isVertical)
  const isNumber = ({ text }: PlacedText) => /^\d{1,4}$/.test(text.trim())
  if (printed.filter(isNumber).length < NUMBERS.least) return new Set()
  const rows: PlacedText[][] = []
  for (const piece of printed.toSorted((one, other) => one.baseline - other.baseline)) {
    const row = rows.at(-1)
    if (row?.[0] && isSameLine(row[0], piece) && Math.abs(row[0].baseline - piece.baseline) < piece.size * 0.5) row.push(piece)
    else rows.push([piece])
  }
  for (const side of ['left', 'right'] as const) {
    const numbered = rows.flatMap((row, index) => {
      const ordered = row.toSorted((one, other) => one.x - other.x)
      const piece = (side === 'left' ? ordered[0] : ordered.at(-1)) as PlacedText
      return isNumber(piece) ? [{ index, piece, row: ordered.filter((other) => other !== piece) }] : []
    })
    const found = inStep(numbered)
    if (found.length < NUMBERS.least || !isBeside(found, printed, side)) continue
    if (isRunning(found)) return new Set(found.map(({ piece }) => piece))
  }
  return new Set()
}

type Numbered = { index: number; piece: PlacedText; row: PlacedText[] }

/** Returns the numbers that share an edge and rise with the rows. */
function inStep(numbered: Numbered[]): Numbered[] {
  const numberOf = ({ piece }: Numbered) => Number(piece.text.trim())
  let best: Numbered[] = []
  for (const first of numbered.slice(0, 20)) {
    const run = numbered.filter(
      (one) =>
        numberOf(one) - numberOf(first) === one.index - first.index &&
        (Math.abs(one.piece.x - first.piece.x) < 1.5 || Math.abs(one.piece.x + one.piece.width - first.piece.x - first.piece.width) < 1.5),
    )
    if (run.length > best.length) best = run
  }
  return best
}

/** Returns whether the lines beside numbers are running text, or are numbered at intervals. */
function isRunning(found: Numbered[]) {
  const rows = found.flatMap(({ row }) => (row.length > 0 ? [row] : []))
  const span = (found.at(-1)?.index ?? 0) - (found[0]?.index ?? 0) + 1
  const hasCells = (row: PlacedText[]) =>
    row.some((piece, index) => index > 0 && gapBetween(row[index - 1] as PlacedText, piece) > piece.size * RUNNING.gap)
  if (rows.length === 0 || rows.filter(hasCells).length > rows.length * RUNNING.cells) return false
  if (found.length < span * RUNNING.everyLine) return isRegular(found)
  return rows.filter(([first]) => /^\s*\p{Ll}/u.test(first?.text ?? '')).length > rows.length * RUNNING.within
}

/** Returns whether lines are numbered at the same intervals, such as every fifth line. The page numbers of a table of contents are not. */
function isRegular(found: Numbered[]) {
  const steps = found.slice(1).map(({ index }, at) => index - (found[at]?.index ?? 0))
  return steps.every((step) => step === steps[0])
}

function isBeside(found: Numbered[], printed: PlacedText[], side: 'left' | 'right') {
  const numbers = new Set(found.map(({ piece }) => piece))
  const rows = found.flatMap(({ row }) => row)
  const others = rows.length > 0 ? rows : printed.filter((piece) => !numbers.has(piece))
  const gap = NUMBERS.gap * (found[0]?.piece.size ?? 0)
  const edge = (piece: PlacedText) => (side === 'left' ? piece.x + piece.width : -piece.x)
  const start = (piece: PlacedText) => (side === 'left' ? piece.x : -piece.x - piece.width)
  return Math.max(...[...numbers].map(edge)) + gap < Math.min(...others.map(start))
}
