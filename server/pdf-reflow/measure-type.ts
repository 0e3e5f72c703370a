import { isAll, mostCommon, type ReflowLine, textOf } from './reflow-line.ts'

/** Typesetting of a book: size and font of its running text, leading by font size, justification, and the edges of the text by page. */
export type Typesetting = {
  size: number
  font: string
  isBold: boolean
  /** Whether most lines end at the same right edge */
  isJustified: boolean
  leading: (size: number) => number
  left: (page: number) => number | undefined
  right: (page: number) => number | undefined
}

const USUAL_LEADING = 1.25

export function measureType(columns: ReflowLine[][]): Typesetting {
  const lines = columns.flat()
  const weigh = <Value>(value: (line: ReflowLine) => Value, some = lines) =>
    mostCommon(some.map((line) => [value(line), textOf(line).length] as const))
  const size = weigh((line) => toHalf(line.size)) ?? 10
  const body = lines.filter((line) => toHalf(line.size) === size)
  const leadings = measureLeadings(columns)
  const sides = [0, 1].map((parity) => {
    const own = body.filter(({ page }) => page % 2 === parity)
    return { left: weigh((line) => Math.round(line.x), own), right: weigh((line) => Math.round(line.right), own) }
  })
  const bold = body.filter((line) => isAll(line, 'b')).length
  return {
    size,
    font: weigh((line) => line.font, body) ?? '',
    isBold: bold > body.length / 2,
    isJustified: isSetJustified(columns),
    leading: (of) => leadings.get(toHalf(of)) ?? of * ((leadings.get(size) ?? size * USUAL_LEADING) / size),
    left: (page) => sides[page % 2]?.left,
    right: (page) => sides[page % 2]?.right,
  }
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
