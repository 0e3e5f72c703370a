import type { Table } from './find-tables.ts'
import { type Typesetting, toHalf } from './measure-type.ts'
import { type LineSpan, type ReflowLine, textOf } from './reflow-line.ts'

/** Dots that lead from a name to its price or number. */
const LEADER = /(?:[.·…_]\s?){5,}/
/** Maximum length of the text after the dots. */
const LONGEST_END = 30
const LEAST_ROWS = 2
/** Maximum distance of two rows, as a multiple of the leading. */
const DISTANCE = 2.5

/** Finds rows such as “Cover design ........ $45.00”, one below the other: tables with the texts before and after the dots. */
export function findLeaders(lines: ReflowLine[], type: Typesetting): Table[] {
  const tables: Table[] = []
  for (const [index, line] of lines.entries()) {
    const row = splitAtLeader(line)
    const before = lines[index - 1]
    const last = tables.at(-1)
    if (!row) continue
    const room = before ? line.baseline - before.baseline : 0
    const isNext = last?.to === index && before && room > 0 && room < type.leading(line.size) * DISTANCE
    if (isNext && toHalf(before.size) === toHalf(line.size)) {
      last.rows.push(row)
      last.to = index + 1
    } else tables.push({ from: index, to: index + 1, rows: [row], hasHead: false })
  }
  return tables.filter(({ rows }) => rows.length >= LEAST_ROWS)
}

function splitAtLeader(line: ReflowLine): ReflowLine[][] | undefined {
  const text = textOf(line)
  const { 0: dots = '', index = 0 } = LEADER.exec(text) ?? {}
  const end = text.slice(index + dots.length).trim()
  if (dots === '' || text.slice(0, index).trim() === '' || !/\d/.test(end) || end.length > LONGEST_END) return undefined
  return [[part(line, 0, index)], [part(line, index + dots.length, text.length)]]
}

/** Returns the part of a line between two positions in its text. */
function part({ cells: _, ...line }: ReflowLine, from: number, to: number): ReflowLine {
  const spans: LineSpan[] = []
  let at = 0
  for (const { text, style } of line.spans) {
    const own = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += text.length
    if (own !== '') spans.push({ text: own, style })
  }
  const [first, last] = [spans[0], spans.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return { ...line, spans }
}
