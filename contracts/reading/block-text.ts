import type { ReflowBlock, ReflowSpan } from './book-reflow.ts'

/** Returns a block's text without styles; empty for a picture. Text offsets count the characters of this text. */
export function blockText(block: ReflowBlock): string {
  return block.kind === 'picture' ? '' : textOfSpans(block.text)
}

export const textOfSpans = (spans: ReflowSpan[]): string => spans.map((span) => (typeof span === 'string' ? span : span[0])).join('')

/** Returns the spans of a part of a text, by the offsets of its start and end. */
export function sliceSpans(spans: ReflowSpan[], from: number, to = Number.POSITIVE_INFINITY): ReflowSpan[] {
  let offset = 0
  return spans.flatMap((span): ReflowSpan[] => {
    const [words, style] = typeof span === 'string' ? [span, undefined] : span
    const part = words.slice(Math.max(0, from - offset), Math.max(0, to - offset))
    offset += words.length
    return part === '' ? [] : [style ? [part, style] : part]
  })
}
