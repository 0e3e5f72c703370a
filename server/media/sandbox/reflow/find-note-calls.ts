import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { type MadePart, plain } from './split-parts.ts'

/** A raised number or sign in the text that refers to a note. `at` is the index of the block within the book. */
export type NoteCall = { at: number; part: number; block: number; offset: number; marker: string; page: number; content: TextBlock }
type TextBlock = Exclude<ReflowBlock, { kind: 'picture' }>

const MARKER = /^(?:\d{1,3}|[*†‡§¶]{1,3})$/
/** Text before a raised number that makes it an exponent: 10², x², km². */
const BASE = /\d$|(?:^|[^\p{L}\p{M}])(?:\p{L}|[cdkm]m)$/u

export function findNoteCalls(parts: MadePart[]): NoteCall[] {
  let at = 0
  return parts.flatMap(({ blocks }, index) =>
    blocks.flatMap((content, block) => {
      const place = { at: at++, part: index + 1, block }
      return content.kind === 'picture' || content.kind === 'note' ? [] : readCalls(content).map((call) => ({ ...place, ...call, content }))
    }),
  )
}

function readCalls(content: TextBlock) {
  const text = plain(content)
  let start = 0
  return content.text.flatMap((span) => {
    const [words, style] = typeof span === 'string' ? [span, ''] : span
    const offset = start
    start += words.length
    if (style !== 'sup' || !MARKER.test(words) || offset === 0 || BASE.test(text.slice(Math.max(0, offset - 4), offset))) return []
    return [{ offset, marker: words, page: pageAt(content, offset) }]
  })
}

function pageAt({ page, breaks = [] }: TextBlock, offset: number): number {
  return breaks.findLast(([characters]) => characters <= offset)?.[1] ?? page
}
