import { type Typesetting, toHalf } from './measure-type.ts'
import { isAll, type ReflowLine, textOf } from './reflow-line.ts'

type Range = { from: number; to: number }

/** Maximum distance of two lines of code and minimum distance of a single line from the text, as multiples of the leading. */
const ROOM = { within: 3.4, single: 1.12 }
/** Minimum indent of a single line, relative to the font size. */
const INDENT = 0.7
/** Larger letters are those of a heading. */
const LARGER = 1.1
/** Matches an address, which stands alone on a title page. */
const ADDRESS = /:\/\/|@|www\./

/** Maximum length of a word beside code, such as the label of a figure, that stands between two lines. */
const LABEL = 20
const SENTENCE_END = /[.:!?…][”’"')\]]*$/

/**
 * Finds the lines of code in a column: lines in a font whose letters have the same width. In a book that is set in such a font throughout,
 * as a typescript, there is none.
 */
export function findCode(column: ReflowLine[], { left }: { left: number }, type: Typesetting): Range[] {
  if (type.isFixedWidth) return []
  const ranges: Range[] = []
  for (const [index, line] of column.entries()) {
    if (!line.code || line.size > type.size * LARGER) continue
    const last = ranges.at(-1)
    const before = last && column[last.to - 1]
    const isNext = last && (last.to === index || (last.to === index - 1 && isLabel(column[index - 1] as ReflowLine)))
    if (isNext && before && goesOn(before, line, type)) last.to = index + 1
    else ranges.push({ from: index, to: index + 1 })
  }
  for (const range of ranges) while (range.from < range.to && goesOnInText(column, range.from, type)) range.from += 1
  const isCode = ({ from, to }: Range) => column.slice(from, to).some(({ code, font }) => code && type.codeFonts.has(font))
  return ranges.filter((range) => isCode(range) && (range.to - range.from > 1 || isApart(column, range.from, left, type)))
}

/** Returns whether a line of code is the last line of a paragraph, whose words are in the font of code. */
function goesOnInText(column: ReflowLine[], index: number, type: Typesetting): boolean {
  const [before, line] = [column[index - 1], column[index] as ReflowLine]
  if (!before || before.code || Math.abs(before.x - line.x) > 1 || SENTENCE_END.test(textOf(before).trim())) return false
  return line.baseline - before.baseline < type.leading(before.size) * ROOM.single
}

function isLabel(line: ReflowLine) {
  return textOf(line).length <= LABEL
}

function goesOn(before: ReflowLine, line: ReflowLine, type: Typesetting) {
  const room = line.baseline - before.baseline
  return room > 0 && room < type.leading(line.size) * ROOM.within && Math.abs(toHalf(before.size) - toHalf(line.size)) <= 1
}

/** Returns whether a single line is a block of its own, and neither a heading nor a line of a paragraph. */
function isApart(column: ReflowLine[], index: number, left: number, type: Typesetting): boolean {
  const [before, line, after] = [column[index - 1], column[index] as ReflowLine, column[index + 1]]
  const text = textOf(line).trim()
  if ((ADDRESS.test(text) && !/\s/.test(text)) || (isAll(line, 'b') && !type.isBold)) return false
  const rooms = [before && line.baseline - before.baseline, after && after.baseline - line.baseline].filter((room) => room !== undefined)
  if (rooms.length === 0) return false
  const isWide = rooms.every((room) => room > type.leading(type.size) * ROOM.single)
  return isWide || (line.x - left > line.size * INDENT && (!before || before.x < line.x - line.size * INDENT || before.code !== undefined))
}
