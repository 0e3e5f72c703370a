import { isAll, mostCommon, type ReflowLine, textOf } from './reflow-line.ts'

/** Typesetting of a book: size and font of its running text, leading by font size, justification, and the edges of the text by page. */
export type Typesetting = {
  size: number
  font: string
  isBold: boolean
  /** Whether the running text is in a font whose letters have the same width, as in a typescript */
  isFixedWidth: boolean
  /** Fonts of code. Headings in the style of a typewriter are not code. */
  codeFonts: ReadonlySet<string>
  /** Whether most lines end at the same right edge */
  isJustified: boolean
  leading: (size: number) => number
  left: (page: number) => number | undefined
  right: (page: number) => number | undefined
  /** Right edge of full lines; a guess if few lines are full, as in a book of verse */
  full: (page: number) => { right: number; isGuess: boolean }
}

/** Minimum share of lines in a font of letters with the same width, in a typescript. Books about programming have less. */
const FIXED_WIDTH = 0.85
/** Characters that lines of code have, and the minimum share of a font's lines that have them. */
const CODE = { characters: /[{}[\]<>=_|\\#$%&+@~^`;]|\w\(|^\s*(?:--|\/\/)/, share: 0.25 }
const USUAL_LEADING = 1.25
/**
 * Percentile of the right edges at which full lines end, the width of a word, the minimum share of full lines in prose, and the minimum
 * measure of prose relative to the page.
 */
const FULL = { percentile: 0.9, width: 4, share: 0.4, measure: 0.5 }

/** @param width width of the pages */
export function measureType(columns: ReflowLine[][], width = 0): Typesetting {
  const lines = columns.flat()
  const weigh = <Value>(value: (line: ReflowLine) => Value, some = lines) =>
    mostCommon(some.map((line) => [value(line), textOf(line).length] as const))
  const size = weigh((line) => toHalf(line.size)) ?? 10
  const body = lines.filter((line) => toHalf(line.size) === size)
  const leadings = measureLeadings(columns)
  const sides = [0, 1].map((parity) => {
    const own = body.filter(({ page }) => page % 2 === parity)
    const left = weigh((line) => Math.round(line.x), own)
    return { left, right: weigh((line) => Math.round(line.right), own), full: findFull(own, { left: left ?? 0, width, size }) }
  })
  const bold = body.filter((line) => isAll(line, 'b')).length
  return {
    size,
    font: weigh((line) => line.font, body) ?? '',
    isBold: bold > body.length / 2,
    codeFonts: findCodeFonts(lines),
    isFixedWidth: lines.filter(({ code }) => code).length > lines.length * FIXED_WIDTH,
    isJustified: isSetJustified(columns),
    leading: (of) => leadings.get(toHalf(of)) ?? of * ((leadings.get(size) ?? size * USUAL_LEADING) / size),
    left: (page) => sides[page % 2]?.left,
    right: (page) => sides[page % 2]?.right,
    full: (page) => sides[page % 2]?.full ?? { right: width, isGuess: true },
  }
}

/** Returns the right edge of full lines. In a book without prose, it is as far from the page's edge as the left edge. */
function findFull(lines: ReflowLine[], { left, width, size }: { left: number; width: number; size: number }) {
  const rights = lines.map(({ right }) => right).toSorted((one, other) => one - other)
  const right = rights[Math.floor(rights.length * FULL.percentile)] ?? 0
  const full = rights.filter((one) => right - one < size * FULL.width).length
  const isGuess = full < rights.length * FULL.share || right - left < width * FULL.measure
  return { right: isGuess ? Math.max(right, width - left) : right, isGuess }
}

function findCodeFonts(lines: ReflowLine[]): Set<string> {
  const fonts = Map.groupBy(
    lines.filter(({ code }) => code),
    ({ font }) => font,
  )
  const isCode = (own: ReflowLine[]) => own.filter(({ code }) => CODE.characters.test(code?.text ?? '')).length >= own.length * CODE.share
  return new Set([...fonts].flatMap(([font, own]) => (isCode(own) ? [font] : [])))
}

export function toHalf(points: number) {
  return Math.round(points * 2) / 2
}

function measureLeadings(columns: ReflowLine[][]): Map<number, number> {
  const distances = new Map<number, (readonly [number, number])[]>()
  for (const column of columns) {
    for (const [index, line] of column.entries()) {
      const before = column[index - 1]
      const distance = before ? line.baseline - before.baseline : 0
      if (!before || toHalf(before.size) !== toHalf(line.size) || distance < line.size * 0.8 || distance > line.size * 2.2) continue
      const own = distances.get(toHalf(line.size)) ?? []
      own.push([toHalf(distance), 1])
      distances.set(toHalf(line.size), own)
    }
  }
  return new Map([...distances].flatMap(([size, own]) => (own.length < 3 ? [] : [[size, mostCommon(own) as number] as const])))
}

/** Returns whether most lines end at the same right edge as the previous line, as in justified text. */
export function isSetJustified(columns: ReflowLine[][]): boolean {
  let [same, all] = [0, 0]
  for (const column of columns) {
    for (const [index, line] of column.entries()) {
      const before = column[index - 1]
      if (!before || toHalf(before.size) !== toHalf(line.size)) continue
      all += 1
      if (Math.abs(line.right - before.right) < 1.5) same += 1
    }
  }
  return same > all * 0.45
}
