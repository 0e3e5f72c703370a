import type { Passage } from './stored-highlights.ts'

/** Highlighted characters of a block */
export type BlockRange = { block: number; from: number; to: number }

/**
 * Returns the ranges of a highlighted passage in a part, given the texts of its blocks: the stored position if the words match there,
 * otherwise the nearest occurrence of the same words, since a text that was generated again may be divided differently. Empty when this
 * part doesn't contain the words.
 */
export function anchorPassage(part: number, texts: string[], pages: { first: number; last: number }, passage: Passage): BlockRange[] {
  const starts: number[] = []
  texts.reduce((start, text) => {
    starts.push(start)
    return start + text.length + 1
  }, 0)
  const whole = texts.join('\n')
  const { quote, fromBlock, fromOffset, toBlock, toOffset } = passage
  const before = (starts[Math.min(fromBlock, starts.length - 1)] ?? 0) + fromOffset

  if (part === passage.part && whole.startsWith(quote, before)) {
    const end = (starts[toBlock] ?? 0) + toOffset
    return toRanges(texts, starts, before, Math.max(end, before + quote.length))
  }
  const isNear = part === passage.part || (passage.page >= pages.first && passage.page <= pages.last)
  const found = isNear && quote ? findNearest(whole, quote, part === passage.part ? before : 0) : -1
  return found < 0 ? [] : toRanges(texts, starts, found, found + quote.length)
}

function findNearest(whole: string, quote: string, near: number): number {
  const after = whole.indexOf(quote, near)
  const before = whole.lastIndexOf(quote, near)
  if (after < 0 || before < 0) return Math.max(after, before)
  return near - before < after - near ? before : after
}

function toRanges(texts: string[], starts: number[], from: number, to: number): BlockRange[] {
  return texts.flatMap((text, block) => {
    const start = starts[block] ?? 0
    const range = { block, from: Math.max(0, from - start), to: Math.min(text.length, to - start) }
    return range.from < range.to ? [range] : []
  })
}
