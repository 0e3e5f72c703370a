/**
 * A piece of text with its position on a page. The position is relative to the writing direction, so that text in all directions is
 * processed in the same way. `turn` counts quarter turns clockwise. Lengths are in points; `y` is the top of the letters, `size` the font
 * size.
 */
export type PlacedText = {
  turn: 0 | 1 | 2 | 3
  x: number
  y: number
  baseline: number
  width: number
  size: number
  font: string
  text: string
  isRtl: boolean
  isVertical: boolean
  isEnd: boolean
  /** Whether the file declares the font as one in which all letters have the same width */
  isFixedWidth?: boolean
  /** Whether the text is at an angle to the page's edges; `slant` has its start and its direction on the page. */
  isSlanted?: boolean
  slant?: { start: [number, number]; direction: [number, number] }
}

/** Minimum width of a gap that counts as a space, as a share of the font size. */
export const SPACE = 0.15

export function isSameLine(one: PlacedText, other: PlacedText) {
  const distance = Math.abs(one.y + one.size / 2 - other.y - other.size / 2)
  return one.turn === other.turn && distance < Math.max(one.size, other.size) * 0.6
}

/** Returns the pieces of a line in reading order. Files have right-to-left lines either in this order or from left to right. */
export function inReadingOrder(line: PlacedText[]): PlacedText[] {
  const letters = line.reduce((sum, { isRtl, text }) => sum + (isRtl ? text.length : -text.trim().length), 0)
  return letters > 0 ? line.toSorted((one, other) => other.x - one.x) : line
}

export function gapBetween(one: PlacedText, other: PlacedText) {
  return other.isRtl ? one.x - (other.x + other.width) : other.x - (one.x + one.width)
}
