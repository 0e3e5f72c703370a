/** Counts the letters that are missing, added, replaced, or exchanged with their neighbor (optimal string alignment). */
export function countSlips(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const cost = Number(one[row - 1] !== other[column - 1])
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return last[other.length] ?? 0
}

/** Returns the known text with the fewest slips; the first one of several. */
export function findNearest(typed: string, known: readonly string[]): { text: string; slips: number } | undefined {
  let nearest: { text: string; slips: number } | undefined
  for (const text of known) {
    const slips = countSlips(typed, text)
    if (!nearest || slips < nearest.slips) nearest = { text, slips }
  }
  return nearest
}
