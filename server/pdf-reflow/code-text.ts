import type { PlacedText } from './placed-text.ts'
import { type ReflowLine, textOf } from './reflow-line.ts'

/** Minimum share of a line's characters in a font of code; comments and names of other fonts may stand beside. */
const MIN_SHARE = 0.6
/** Minimum width of a gap that counts as a space, relative to a letter. */
const SPACE = 0.3
/** Maximum number of spaces in a row, and of empty lines. */
const MAX = { spaces: 60, lines: 2 }
/** Width of a letter relative to the font size, if no piece of text is long enough to be measured. */
const USUAL_LETTER = 0.6

/** Returns the width of letters in a font of code; undefined in other fonts. */
export type LetterOf = (piece: Pick<PlacedText, 'font' | 'size'>) => number | undefined

type Code = NonNullable<ReflowLine['code']>
/** A part of a line: its text and its edges. */
type Part = { text: string; x: number; right: number }

/** Measures the letters of the fonts of code on a page. */
export function measureLetters(pieces: PlacedText[], isCodeFont: (font: string) => boolean): LetterOf {
  const widths = new Map<string, number[]>()
  for (const { font, size, width, text, isFixedWidth } of pieces) {
    if (!isFixedWidth && !isCodeFont(font)) continue
    const own = widths.get(font) ?? []
    if (text.trim().length > 2 && size > 0) own.push(width / [...text].length / size)
    widths.set(font, own)
  }
  const medianOf = (own: number[]) => own.toSorted((one, other) => one - other)[own.length >> 1] ?? USUAL_LETTER
  const letters = new Map([...widths].map(([font, own]) => [font, medianOf(own)]))
  return ({ font, size }) => {
    const letter = letters.get(font)
    return letter === undefined ? undefined : letter * size
  }
}

/** Returns the text of a line of code; undefined if the line is no code. */
export function toCode(pieces: PlacedText[], letterOf: LetterOf): Code | undefined {
  const letters = pieces.map((piece) => ({ letter: letterOf(piece), count: piece.text.trim().length }))
  const all = letters.reduce((sum, { count }) => sum + count, 0)
  const fixed = letters.reduce((sum, { letter, count }) => sum + (letter === undefined ? 0 : count), 0)
  const letter = letters.find((one) => one.letter !== undefined)?.letter
  if (letter === undefined || letter <= 0 || fixed < all * MIN_SHARE) return undefined
  const parts = pieces.map(({ text, x, width }): Part => {
    const [before, after] = [text.length - text.trimStart().length, text.length - text.trimEnd().length]
    return { text: text.trim(), x: x + before * letter, right: x + width - after * letter }
  })
  return { text: placeParts(parts, letter), letter }
}

/** Joins the parts of a line of code. */
export function joinCode(row: ReflowLine[]): Code | undefined {
  const letter = row.find(({ code }) => code)?.code?.letter
  const all = row.reduce((sum, line) => sum + textOf(line).length, 0)
  const own = row.reduce((sum, line) => sum + (line.code ? textOf(line).length : 0), 0)
  if (letter === undefined || own < all * MIN_SHARE) return undefined
  return { text: placeParts(row.map(toPart), letter), letter }
}

function toPart({ x, right, code, spans }: ReflowLine): Part {
  return { x, right, text: code?.text ?? textOf({ spans }) }
}

/** Joins parts with as many spaces as letters fit between them. */
function placeParts(parts: Part[], letter: number): string {
  const ordered = parts.toSorted((one, other) => one.x - other.x)
  const start = ordered[0]?.x ?? 0
  let [line, end] = ['', start]
  for (const { text, x, right } of ordered) {
    const room = x - end > letter * SPACE ? Math.max(1, Math.round((x - start) / letter) - line.length) : 0
    line += ' '.repeat(Math.min(MAX.spaces, room)) + text
    end = Math.max(end, right)
  }
  return line
}

/** Returns the lines of code with their indents and empty lines. A label between two lines is placed on the line above. */
export function linesOfCode(lines: ReflowLine[]): string {
  const left = Math.min(...lines.map(({ x }) => x))
  const rows: { parts: Part[]; baseline: number; letter: number }[] = []
  for (const line of lines) {
    if (line.code) rows.push({ parts: [toPart(line)], baseline: line.baseline, letter: line.code.letter })
    else rows.at(-1)?.parts.push(toPart(line))
  }
  const rooms = rows.slice(1).map(({ baseline }, index) => baseline - (rows[index]?.baseline ?? 0))
  const leading = Math.min(...rooms.filter((room) => room > 1))
  return rows
    .map(({ parts, letter }, index) => {
      const empty = index === 0 ? 0 : Math.min(MAX.lines, Math.max(0, Math.round((rooms[index - 1] as number) / leading) - 1))
      const indent = Math.round((Math.min(...parts.map(({ x }) => x)) - left) / letter)
      return `${index === 0 ? '' : '\n'.repeat(1 + empty)}${' '.repeat(Math.min(MAX.spaces, indent))}${placeParts(parts, letter)}`
    })
    .join('')
}
